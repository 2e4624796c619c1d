"""Computer players: they see a view, never the state, and return an action with the reason for it."""
