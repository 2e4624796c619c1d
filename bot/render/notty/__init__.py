"""The texts of Notty: board, hand, events, rules."""
