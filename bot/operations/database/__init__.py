"""Commands on the database: backups, the move to PostgreSQL, ratings computed again."""
