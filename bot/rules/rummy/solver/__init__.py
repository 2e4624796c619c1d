"""Exact search for laydowns of Rummy."""
