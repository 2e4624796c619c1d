"""Answers and edits of the same thing, under way at the same time: whichever was sent first, either may arrive last."""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator


class Overlaps:
    """Knows what is shown by one of several requests, and not by which: a table's board, or a person's hand there."""

    def __init__(self) -> None:
        self._under_way: Counter[Hashable] = Counter()
        self._mixed: set[Hashable] = set()

    @contextmanager
    def showing(self, what: Hashable) -> Iterator[None]:
        """While a request that shows this is prepared, sent and noted."""
        self._under_way[what] += 1
        if self._under_way[what] > 1:
            self._mixed.add(what)
        try:
            yield
        finally:
            self._under_way[what] -= 1
            if not self._under_way[what]:
                del self._under_way[what]
                self._mixed.discard(what)

    def changed(self, what: Hashable) -> None:
        """Note that it is to look different: a request under way may have been prepared before."""
        if what in self._under_way:
            self._mixed.add(what)

    def is_unknown(self, what: Hashable) -> bool:
        """Whether a request under way may have left it outdated."""
        return what in self._mixed
