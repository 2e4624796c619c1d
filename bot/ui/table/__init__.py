"""Opening a table, sitting down, hosting, inviting, taking back."""
