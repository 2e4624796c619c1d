"""A small sixth game, Pairs, brought in layer by layer exactly as docs/adding-a-game.md says.

Four cards each. Draw from the stock or take the top discard, then discard. Whoever holds two pairs after a discard ends
the game, and so does the last card of the stock; cards that are in no pair cost their value.
"""
