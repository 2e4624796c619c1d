"""Finished games: replays, checks, reviews, exercises, and deals played again."""
