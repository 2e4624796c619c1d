"""Parts of messages: controls, layout, pictures, mentions. Uses discord.py, independent of tables."""
