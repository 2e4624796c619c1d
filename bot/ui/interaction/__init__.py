"""One click or command, from its arrival to its answer."""
