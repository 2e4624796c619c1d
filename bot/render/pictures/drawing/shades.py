"""The 64 colours of all pictures: the exact colours of the palette, and shades between them for smooth edges."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.render.pictures.drawing.palette import (
    BACK,
    BACK_LINES,
    FAINT,
    FELT,
    FOUR_COLOURS,
    GOLD,
    INK,
    JOKER_COLOURS,
    LIGHT,
    NEWS,
    NOTTY_COLOURS,
    PAPER,
    PAPER_EDGE,
    PLATE,
    Colour,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

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
