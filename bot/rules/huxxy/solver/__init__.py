"""The mathematics of Huxxy's strongest turn."""
