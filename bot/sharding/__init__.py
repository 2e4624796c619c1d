"""Several processes of one bot: which process has which of Discord's shards, and how shards change hands."""
