"""Building a turn from buttons and selects: the choices so far, the next choices, and what is missing."""
