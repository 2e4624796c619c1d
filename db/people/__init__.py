"""People and servers: settings, privacy."""
