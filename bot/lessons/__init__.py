"""Lessons: each game in a few decisions on a fixed deal, with the real rules."""
