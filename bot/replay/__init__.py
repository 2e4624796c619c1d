"""Finished games: their file format, stepping through them, and verifying shuffle and moves. Pure."""
