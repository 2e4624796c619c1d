"""`python -m bot doctor`: checks everything the bot needs, with a file for each area."""
