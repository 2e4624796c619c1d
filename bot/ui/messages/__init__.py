"""Messages that the bot sends and keeps up to date without being asked, within Discord's limits."""
