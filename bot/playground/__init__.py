"""The playground: the real bot in a browser, without a Discord token and without a network."""
