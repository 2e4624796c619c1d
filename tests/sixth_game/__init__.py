"""A small sixth game, Pairs, added layer by layer exactly as docs/adding-a-game.md describes.

Each seat has four cards. A turn draws from the stock or takes the top discard, then discards. The game ends when a seat
holds two pairs after a discard, or when the stock is empty. Cards that are in no pair cost their value.
"""
