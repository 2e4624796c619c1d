"""Building a turn of Notty."""
