"""Live and ended tables: snapshots, actions, deadlines, messages."""
