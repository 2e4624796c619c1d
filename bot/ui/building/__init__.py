"""Building a turn from buttons and selects: what was chosen so far, what can be chosen next, and what is missing."""
