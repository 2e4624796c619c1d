"""Exact search for the best discards of Notty."""
