"""The asyncio runtime of the tables: seats, lobby, turns, clock; it knows neither Discord nor SQL."""
