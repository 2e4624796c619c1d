"""The widths and sizes of cards that a picture may have: the first attempt that is not too tall is drawn.

Discord shows a picture as wide as the screen, so a narrow one has large cards and large words on a phone.
"""

from __future__ import annotations

from typing import NamedTuple

from bot.render.pictures.drawing.palette import WIDTH

LOWEST = 630
"""The width by which the height of a narrower picture is judged."""


class Attempt(NamedTuple):
    """The greatest width in pixels, the scale of the cards, and the greatest height as a share of the width."""

    width: int
    scale: float
    tall: float


def _full_width(tall: float) -> tuple[Attempt, ...]:
    """Cards that become smaller, as the last resort, on pictures that are so tall at most."""
    return tuple(Attempt(WIDTH, scale, tall) for scale in (1.0, 0.82, 0.7, 0.6))


HAND = (
    Attempt(560, 1.6, 0.85),  # of few cards, which would otherwise be lost beside their words
    Attempt(600, 1.35, 0.85),
    Attempt(650, 1.2, 0.85),
    Attempt(720, 1.0, 0.85),
    Attempt(880, 1.0, 0.85),
    *_full_width(0.85),
)
TABLE = (
    Attempt(720, 1.0, 1.2),
    Attempt(880, 1.0, 1.2),
    Attempt(WIDTH, 1.0, 1.2),
    *_full_width(1.75),  # so tall, it still fits a phone in portrait
)
LARGE = (
    Attempt(630, 1.0, 2.2),
    Attempt(720, 1.0, 2.2),
    Attempt(880, 1.0, 2.2),
    *_full_width(2.2),
)
"""For people who want large cards, hands and tables alike."""
