"""The computer players of 6 Holes."""
