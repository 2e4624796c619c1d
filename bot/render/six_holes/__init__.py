"""The texts of 6 Holes: board, hand, events, rules."""
