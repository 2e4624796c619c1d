"""Ratings, statistics and history."""
