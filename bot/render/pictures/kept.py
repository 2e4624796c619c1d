"""Finished pictures, kept as files by what they show: as many of the last ones as fit into so many bytes."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable


class Kept:
    """Bytes by key, the longest unused go first; for several threads."""

    def __init__(self, most_bytes: int) -> None:
        self._most = most_bytes
        self._files: OrderedDict[Hashable, bytes] = OrderedDict()
        self._lock = Lock()
        self.size = 0

    def get(self, key: Hashable, make: Callable[[], bytes]) -> bytes:
        """The bytes kept under the key, made now where there are none."""
        with self._lock:
            found = self._files.get(key)
            if found is not None:
                self._files.move_to_end(key)
                return found
        made = make()
        with self._lock:
            self.size += len(made) - len(self._files.pop(key, b""))
            self._files[key] = made
            while self.size > self._most:
                self.size -= len(self._files.popitem(last=False)[1])
        return made
