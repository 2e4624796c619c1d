"""Drawn parts of messages."""
