"""PostgreSQL, by psycopg: for bots that outgrow one process. Nothing outside imports it unless DATABASE_URL is set."""
