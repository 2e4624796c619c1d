"""The texts of Huxxy: board, hand, events, rules."""
