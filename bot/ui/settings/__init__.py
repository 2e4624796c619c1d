"""What people and servers choose, seasons, privacy."""
