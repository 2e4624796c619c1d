"""Solves 6 Holes and writes the tables in which its strongest player looks up positions."""
