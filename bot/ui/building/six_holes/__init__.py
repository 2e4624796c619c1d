"""Building a turn of 6 Holes."""
