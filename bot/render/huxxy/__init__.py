"""Huxxy in words."""
