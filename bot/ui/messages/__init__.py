"""Messages that the bot keeps up to date without being asked."""
