"""The computer players of Three Thirteen."""
