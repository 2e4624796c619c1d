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
        self._under_way: Counter[Hashable] = Counter()
        self._mixed: set[Hashable] = set()

    @contextmanager
    def showing(self, what: Hashable) -> Iterator[None]:
        """While this is prepared, sent and noted; None is nothing."""
        self._under_way[what] += 1
        if self._under_way[what] > 1:
            self.changed(what)
        try:
            yield
        finally:
            self._under_way[what] -= 1
            if not self._under_way[what]:
                del self._under_way[what]
                self._mixed.discard(what)

    def changed(self, what: Hashable) -> None:
        """Note that it is to look different: what is under way may have been prepared before."""
        if what is not None and what in self._under_way:
            self._mixed.add(what)

    def is_unknown(self, what: Hashable) -> bool:
        """Whether something else was under way, so that this may have to be shown again."""
        return what in self._mixed
