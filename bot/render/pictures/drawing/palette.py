"""Colours and sizes of all pictures, which are drawn 1,100 pixels wide and displayed at 550 on Discord's dark theme."""

from __future__ import annotations

from typing import TypeAlias

Colour: TypeAlias = tuple[int, int, int]

WIDTH = 1100
MARGIN = 20
CARD_WIDTH, CARD_HEIGHT = 134, 188
CARD_STEP = 90
"""Distance between the left edges of overlapping cards in pixels; value and suit stay visible."""

FELT: Colour = (28, 60, 50)
PLATE: Colour = (38, 78, 66)
PAPER: Colour = (252, 250, 244)
PAPER_EDGE: Colour = (122, 126, 130)
INK: Colour = (20, 22, 26)
LIGHT: Colour = (240, 244, 240)
FAINT: Colour = (168, 190, 180)
GOLD: Colour = (245, 196, 66)
NEWS: Colour = (110, 196, 255)
"""The outline of whatever changed since the viewer's last turn."""
BACK: Colour = (44, 72, 128)
BACK_LINES: Colour = (108, 140, 200)

# Four colours are two blacks and two reds: the shape identifies the suit, the colour its family, and the shade helps
# a little.
FOUR_COLOURS: dict[str, Colour] = {
    "S": (16, 18, 22),
    "C": (33, 66, 102),
    "H": (214, 20, 44),
    "D": (222, 84, 8),
}
TWO_COLOURS: dict[str, Colour] = FOUR_COLOURS | {"C": FOUR_COLOURS["S"], "D": FOUR_COLOURS["H"]}
JOKER_COLOURS: dict[str, Colour] = {"X": (96, 48, 140), "R": (214, 20, 44), "B": (16, 18, 22)}
# Distinguishable with any colour blindness, and in grey by lightness; each also has a shape and a letter.
NOTTY_COLOURS: dict[str, Colour] = {
    "R": (0xD7, 0x26, 0x3D),
    "B": (0x10, 0x30, 0x7F),
    "G": (0x57, 0xC7, 0x85),
    "Y": (0xFF, 0xE4, 0x5C),
}
