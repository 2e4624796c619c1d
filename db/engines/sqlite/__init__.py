"""SQLite: opening, locking, a thread for each connection, backups; one transaction writes at a time."""
