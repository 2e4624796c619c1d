"""`python -m bot doctor`: checks everything the bot needs, each area in a file of its own."""
