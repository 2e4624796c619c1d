"""A cache of encoded pictures, limited by total size in bytes."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Hashable


class PictureCache:
    """A thread-safe least-recently-used cache of bytes by key."""

    def __init__(self, most_bytes: int) -> None:
        self._most = most_bytes
        self._files: OrderedDict[Hashable, bytes] = OrderedDict()
        self._lock = Lock()
        self.size = 0

    def get(self, key: Hashable) -> bytes | None:
        """The bytes cached under the key."""
        with self._lock:
            found = self._files.get(key)
            if found is not None:
                self._files.move_to_end(key)
            return found

    def put(self, key: Hashable, made: bytes) -> None:
        """Cache the bytes under the key, unless they are larger than the whole cache."""
        with self._lock:
            self.size += len(made) - len(self._files.pop(key, b""))
            self._files[key] = made
            while self.size > self._most:
                self.size -= len(self._files.popitem(last=False)[1])
