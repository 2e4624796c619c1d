"""Every change to a table, as a pure function from record to record."""
