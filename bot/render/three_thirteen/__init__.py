"""The texts of Three Thirteen: board, hand, events, rules."""
