"""Building a turn of Rummy."""
