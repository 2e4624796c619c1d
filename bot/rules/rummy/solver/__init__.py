"""The mathematics of laying down in Rummy."""
