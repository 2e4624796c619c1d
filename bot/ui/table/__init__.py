"""Opening a table, sitting down, hosting."""
