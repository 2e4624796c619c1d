"""Exact search for the strongest turn of Huxxy."""
