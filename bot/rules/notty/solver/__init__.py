"""Search for the best discards of Notty, and when they should go."""
