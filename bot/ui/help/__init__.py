"""The rules and the help pages."""
