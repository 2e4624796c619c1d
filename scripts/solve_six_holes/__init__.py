"""Solves 6 Holes and writes the tables that its strongest player looks its positions up in."""
