"""The databases that a store can live in."""
