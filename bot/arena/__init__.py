"""Contests between computer players: the same deals for all, every seat in turn, results with confidence intervals."""
