"""The candidate widths and card sizes of a picture: the first that does not make it too tall is used.

Discord shows a picture as wide as the screen, so a narrow one has large cards and large words on a phone.
"""

from __future__ import annotations

from typing import NamedTuple

from bot.render.pictures.drawing.palette import WIDTH

LOWEST = 630
"""Width in pixels that narrower pictures count as when their height is compared with their width."""


class Attempt(NamedTuple):
    """The greatest width in pixels, the scale of the cards, and the greatest height as a share of the width."""

    width: int
    scale: float
    tall: float


def _full_width(tall: float) -> tuple[Attempt, ...]:
    """The last resort: full width and ever smaller cards; `tall` as in `Attempt`."""
    return tuple(Attempt(WIDTH, scale, tall) for scale in (1.0, 0.82, 0.7, 0.6))


HAND = (
    Attempt(560, 1.6, 0.85),  # for a few cards, which would otherwise look lost beside their captions
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
    *_full_width(1.75),  # the tallest that still fits a phone in portrait
)
LARGE = (
    Attempt(630, 1.0, 2.2),
    Attempt(720, 1.0, 2.2),
    Attempt(880, 1.0, 2.2),
    *_full_width(2.2),
)
"""For people who want large cards."""
LARGE_HAND = (*HAND[:3], *LARGE)
"""The same for a hand: a few cards are as large as usual."""
