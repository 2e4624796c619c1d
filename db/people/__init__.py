"""People and servers: settings and privacy."""
