"""Views as pictures: card faces, hands and tables, drawn with Pillow for phone width on a dark background."""
