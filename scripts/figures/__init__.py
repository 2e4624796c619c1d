"""Figures of the house: how long its files are, who imports whom, what one click costs. `python -m scripts.figures`."""
