"""One running table: lock, apply, save, announce."""
