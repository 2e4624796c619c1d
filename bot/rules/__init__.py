"""The rules of the five games as pure functions over values: no I/O, no clock, no logging."""
