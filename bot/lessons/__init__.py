"""Lessons: each game taught by a few decisions on a fixed deal, with the real rules."""
