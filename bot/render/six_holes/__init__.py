"""6 Holes in words."""
