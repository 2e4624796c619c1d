"""The asyncio runtime of the tables: seats, lobby, turns, clock; independent of Discord and SQL."""
