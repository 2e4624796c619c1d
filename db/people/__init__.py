"""People and servers: settings, privacy, notifications held back, calls, plans, reports, moderation."""
