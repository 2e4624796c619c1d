"""The computer players of Rummy."""
