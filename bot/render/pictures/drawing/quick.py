"""Estimates how long a picture takes to draw, from its parts, so that the event loop only draws quick ones.

It is an estimate rather than a clock, so that it does not depend on how busy the machine is.
"""

from __future__ import annotations

from contextvars import ContextVar
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")

MAX_QUICK_MS = 4.0
PART_MS = 0.9
"""A card or a line of text that is not cached."""
MEGAPIXEL_MS = 4.0
"""A million pixels: putting cached parts on a canvas, and packing that into a file."""

_spent: ContextVar[list[float] | None] = ContextVar("spent", default=None)
"""The estimates of the picture being drawn, which has to be quick; None if it may take long."""


class TakesLongError(Exception):
    """The picture would take longer than `MAX_QUICK_MS`."""


def if_quick(draw: Callable[[], T]) -> T:
    """Call `draw` and return its result. Raises TakesLongError as soon as that would take long."""
    before = _spent.set([])
    try:
        return draw()
    finally:
        _spent.reset(before)


def spend(milliseconds: float) -> None:
    """Add an estimate of the next step. Raises TakesLongError if the picture has to be quick and now would not be."""
    spent = _spent.get()
    if spent is None:
        return
    spent.append(milliseconds)
    if sum(spent) > MAX_QUICK_MS:
        raise TakesLongError
