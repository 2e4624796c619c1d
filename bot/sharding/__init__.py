"""Several processes of one bot: which of them has which of Discord's shards, and how a shard changes hands."""
