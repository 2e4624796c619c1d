"""One running table: lock, apply, save, say."""
