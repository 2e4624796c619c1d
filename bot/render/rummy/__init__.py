"""The texts of Rummy: board, hand, events, rules."""
