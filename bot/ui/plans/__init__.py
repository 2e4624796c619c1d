"""Planning a table: signing up, reminding, opening it, its message and its event."""
