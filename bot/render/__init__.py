"""Views as text and pictures. Pure functions, independent of Discord, the tables and the database."""
