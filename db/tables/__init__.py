"""Live and ended tables: snapshots, actions, deadlines, drafts, messages; and the leases on shards."""
