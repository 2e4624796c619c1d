"""The slash commands: each parses, asks the tables, and answers."""

COGS = (
    "cogs.tables",
    "cogs.seats",
    "cogs.people",
    "cogs.play",
    "cogs.verbs",
    "cogs.hint",
    "cogs.info",
    "cogs.replay",
    "cogs.records",
    "cogs.privacy",
    "cogs.server",
    "cogs.places",
)
"""The extensions that the bot loads."""
