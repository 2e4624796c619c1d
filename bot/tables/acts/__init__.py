"""Every change of a table as a pure function from record to record."""
