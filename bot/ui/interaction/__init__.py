"""One click or command, from arrival to answer."""
