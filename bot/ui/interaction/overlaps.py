"""Answers under way at the same time that show the same: whichever was drawn and sent first, either may arrive last."""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator


class Overlaps:
    """Knows what is shown by one of several answers, and not by which: a message, or a person's hand at a table."""

    def __init__(self) -> None:
        self._under_way: Counter[Hashable] = Counter()
        self._mixed: set[Hashable] = set()

    @contextmanager
    def answering(self, shown: Hashable) -> Iterator[None]:
        """While an answer that shows this is drawn, sent and noted."""
        self._under_way[shown] += 1
        if self._under_way[shown] > 1:
            self._mixed.add(shown)
        try:
            yield
        finally:
            self._under_way[shown] -= 1
            if not self._under_way[shown]:
                del self._under_way[shown]
                self._mixed.discard(shown)

    def changed(self, shown: Hashable) -> None:
        """What it shows has changed: an answer under way may have been drawn before."""
        if shown in self._under_way:
            self._mixed.add(shown)

    def is_unknown(self, shown: Hashable) -> bool:
        """Whether an answer under way may have left it outdated."""
        return shown in self._mixed
