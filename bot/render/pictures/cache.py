"""A cache of encoded pictures, limited by total size in bytes."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING

from cachetools import LRUCache

if TYPE_CHECKING:
    from collections.abc import Hashable


class PictureCache:
    """A thread-safe least-recently-used cache of bytes by key."""

    def __init__(self, most_bytes: int) -> None:
        self._files: LRUCache[Hashable, bytes] = LRUCache(most_bytes, getsizeof=len)
        self._lock = Lock()

    def get(self, key: Hashable) -> bytes | None:
        """The bytes cached under the key."""
        with self._lock:
            return self._files.get(key)

    def put(self, key: Hashable, made: bytes) -> None:
        """Cache the bytes under the key, unless they are larger than the whole cache."""
        with self._lock:
            if len(made) <= self._files.maxsize:
                self._files[key] = made
