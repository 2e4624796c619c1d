"""Notty in words."""
