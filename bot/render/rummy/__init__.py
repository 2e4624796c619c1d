"""The texts of Rummy."""
