"""Figures of the code: how long its files are, who imports whom, what one click costs. `python -m scripts.figures`."""
