"""A cache of encoded pictures, limited by total size in bytes."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable


class PictureCache:
    """A thread-safe least-recently-used cache of bytes by key."""

    def __init__(self, most_bytes: int) -> None:
        self._most = most_bytes
        self._files: OrderedDict[Hashable, bytes] = OrderedDict()
        self._lock = Lock()
        self.size = 0

    def get(self, key: Hashable, make: Callable[[], bytes]) -> bytes:
        """The bytes cached under the key; calls `make` if there are none."""
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
