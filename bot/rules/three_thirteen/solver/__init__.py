"""Exact search for the best arrangement of a hand of Three Thirteen."""
