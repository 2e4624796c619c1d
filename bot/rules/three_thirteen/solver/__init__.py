"""The mathematics of arranging a hand of Three Thirteen."""
