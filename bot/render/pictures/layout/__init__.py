"""How a picture is arranged: blocks of cards in rows, grids, and facts on small plates."""
