"""The SQLite store: one connection, numbered migrations, and one module for each thing that is kept."""
