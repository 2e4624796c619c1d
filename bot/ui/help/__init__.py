"""The rules, the help pages, and reporting a problem."""
