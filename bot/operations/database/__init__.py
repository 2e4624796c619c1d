"""Commands on the database: backups, the move to PostgreSQL, recomputing ratings."""
