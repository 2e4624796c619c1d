"""A Discord bot that plays five rummy-family card games."""

__version__ = "0.5.0"
