"""SQLite: opening, locking, one thread, one transaction at a time."""
