"""Opening a table, sitting down, hosting, inviting, planning, taking back."""
