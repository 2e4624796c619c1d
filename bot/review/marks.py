"""Marks for losses, and the accuracy of a whole game.

docs/review.md explains how the constants were found and the limits of the figures.
"""

from __future__ import annotations

from enum import IntEnum
from math import exp
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


class Mark(IntEnum):
    """How bad a decision was."""

    FINE = 0
    INACCURACY = 1
    MISTAKE = 2
    BLUNDER = 3


_FROM = {Mark.BLUNDER: 6.0, Mark.MISTAKE: 2.5, Mark.INACCURACY: 1.0}
"""Points of loss from which a decision gets the mark."""


def mark(loss: float) -> Mark:
    """The mark of a decision.

    >>> mark(0.9).name, mark(1).name, mark(2.5).name, mark(11.8).name
    ('FINE', 'INACCURACY', 'MISTAKE', 'BLUNDER')
    """
    return next((mark for mark, least in _FROM.items() if loss >= least), Mark.FINE)


def accuracy(losses: Sequence[float], scale: float) -> int | None:
    """100 for a game without losses, less for each loss, and at most 99 with any mark; None if nothing was judged.

    >>> accuracy([0, 0, 3, 0], 3), accuracy([], 3)
    (84, None)
    """
    if not losses:
        return None
    percent = round(100 * sum(exp(-loss / scale) for loss in losses) / len(losses))
    return min(99, percent) if any(map(mark, losses)) else percent
