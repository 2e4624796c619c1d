"""Parts of any message: controls, layout, pictures, mentions. Knows discord.py and nothing of the bot's tables."""
