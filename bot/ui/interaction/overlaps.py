"""Answers and edits under way at the same time: whichever was sent first, either may arrive last."""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator


class Overlaps:
    """Knows of which messages, by their ids, and of which hands, by table and person, the newest may not be shown."""

    def __init__(self) -> None:
        self._in_progress: Counter[Hashable] = Counter()
        self._overlapped: set[Hashable] = set()

    @contextmanager
    def showing(self, key: Hashable) -> Iterator[None]:
        """While this is prepared, sent and noted; None is nothing."""
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
        """Note that it is to look different: what is under way may have been prepared before."""
        if key is not None and key in self._in_progress:
            self._overlapped.add(key)

    def has_overlapped(self, key: Hashable) -> bool:
        """Whether something else was under way, so that this may have to be shown again."""
        return key in self._overlapped
