"""Computer players: each sees a View, never a State, and returns an action with the thought behind it."""
