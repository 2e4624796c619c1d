"""The computer players of Huxxy."""
