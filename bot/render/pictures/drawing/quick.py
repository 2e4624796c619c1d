"""Tells quick pictures from slow ones, by what they are made of: who must not wait draws only what takes little time.

An estimate, not a clock: whether something is quick does not depend on how busy the machine is.
"""

from __future__ import annotations

from contextvars import ContextVar
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")

MAX_QUICK_MS = 4.0
PART_MS = 0.9
"""A card or a line of text that is not kept from another picture."""
MEGAPIXEL_MS = 4.0
"""A million pixels: kept parts put on a canvas, and that packed into a file."""

_spent: ContextVar[list[float] | None] = ContextVar("spent", default=None)
"""The milliseconds of what has to be quick, one by one; None if there is time."""


class TakesLongError(Exception):
    """The picture would take longer than whoever draws it may wait."""


def if_quick(draw: Callable[[], T]) -> T:
    """What `draw` draws, unless that takes long. Raises TakesLongError."""
    before = _spent.set([])
    try:
        return draw()
    finally:
        _spent.reset(before)


def spend(milliseconds: float) -> None:
    """Say how long what follows takes. Raises TakesLongError if the whole has to be quick, and with this would not
    be.
    """
    spent = _spent.get()
    if spent is None:
        return
    spent.append(milliseconds)
    if sum(spent) > MAX_QUICK_MS:
        raise TakesLongError
