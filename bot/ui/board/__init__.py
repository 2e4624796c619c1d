"""The public page of a table."""
