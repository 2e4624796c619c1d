"""The texts of Three Thirteen."""
