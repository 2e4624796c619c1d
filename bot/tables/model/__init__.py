"""What a table is: its record, the position, errors, and what it needs from outside."""
