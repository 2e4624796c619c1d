"""Answers and edits in progress at the same time: either may reach Discord last, whichever was sent first."""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator


class Overlaps:
    """Tracks which messages (by id) and hands (by table and person) may not show what is newest."""

    def __init__(self) -> None:
        self._in_progress: Counter[Hashable] = Counter()
        self._overlapped: set[Hashable] = set()

    @contextmanager
    def showing(self, key: Hashable) -> Iterator[None]:
        """Use around preparing, sending and recording what is shown; the key None never overlaps."""
        self._in_progress[key] += 1
        if self._in_progress[key] > 1:
            self.changed(key)
        try:
            yield
        finally:
            self._in_progress[key] -= 1
            if not self._in_progress[key]:
                del self._in_progress[key]
                self._overlapped.discard(key)

    def changed(self, key: Hashable) -> None:
        """Note that it has to look different now; anything in progress may have been prepared before."""
        if key is not None and key in self._in_progress:
            self._overlapped.add(key)

    def has_overlapped(self, key: Hashable) -> bool:
        """Whether something else was in progress as well, so that this may have to be shown again."""
        return key in self._overlapped
