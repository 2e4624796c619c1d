"""Puzzles: positions from real games with one clear best play, found and proved by the exact solvers."""
