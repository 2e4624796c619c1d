"""Code metrics: file lengths, imports, and the cost of one click. `python -m scripts.figures`."""
