"""Views as pictures: card faces, hands and tables, drawn with Pillow and judged at phone width on a dark background."""
