"""Finished games: results, ratings, seasons, history, reviews; and puzzles, deals and lessons."""
