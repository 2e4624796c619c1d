"""A player's own hand and move."""
