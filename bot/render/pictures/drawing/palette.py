"""Colours and sizes of all pictures, which are drawn 1,100 pixels wide and displayed at 550 on Discord's dark theme."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator

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

_EDGES: tuple[tuple[Colour, Colour], ...] = (
    *((ink, PAPER) for ink in (*FOUR_COLOURS.values(), JOKER_COLOURS["X"], GOLD)),
    *((words, ground) for words in (LIGHT, FAINT, GOLD) for ground in (FELT, PLATE)),
    *((PAPER, NOTTY_COLOURS[dark]) for dark in "RB"),
    *((INK, NOTTY_COLOURS[light]) for light in "GY"),
    (BACK, BACK_LINES),
)
"""Pairs of colours that meet at a smooth edge; two shades between them are enough at phone width."""


def _shades() -> Iterator[Colour]:
    yield from (FELT, PLATE, PAPER, PAPER_EDGE, INK, LIGHT, FAINT, GOLD, NEWS, BACK, BACK_LINES)
    yield from (*FOUR_COLOURS.values(), *JOKER_COLOURS.values(), *NOTTY_COLOURS.values())
    for first, second in _EDGES:
        yield _between(first, second, 1)
        yield _between(first, second, 2)
    yield _between(PAPER_EDGE, FELT, 1)
    yield _between(PAPER_EDGE, PLATE, 1)


def _between(first: Colour, second: Colour, thirds: int) -> Colour:
    """The colour `thirds` thirds of the way from the first to the second."""
    red, green, blue = (a + (b - a) * thirds // 3 for a, b in zip(first, second, strict=True))
    return red, green, blue


COLOURS: tuple[Colour, ...] = tuple(dict.fromkeys(_shades()))
"""All colours that pictures have: those above, and shades between them for smooth edges."""
