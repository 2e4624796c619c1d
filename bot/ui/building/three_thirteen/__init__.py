"""Building a turn of Three Thirteen."""
