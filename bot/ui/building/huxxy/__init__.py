"""Building a turn of Huxxy."""
