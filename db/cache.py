"""A cache of frequently read values, for a database that no other process can change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from cachetools import LRUCache

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Hashable

V = TypeVar("V")
R = TypeVar("R")

MAX_CACHED = 5_000
"""Cache size for each of people's settings, servers' settings and drafts, which every click reads."""


class Cache(Generic[V]):
    """Values by key, up to a limit; evicts the least recently used first."""

    def __init__(self, limit: int) -> None:
        self._values: LRUCache[Hashable, V] = LRUCache(limit)
        self._changes = 0

    async def get(self, key: Hashable, read: Callable[[], Awaitable[V]]) -> V:
        """The value of the key; reads it if it is not cached."""
        if key in self._values:
            return self._values[key]
        changes = self._changes
        value = await read()
        if changes == self._changes:  # otherwise it may be the value before the change
            self._put(key, value)
        return value

    async def change(self, key: Hashable, write: Callable[[], Awaitable[None]]) -> None:
        """Change the stored value and drop it from the cache, even if the change failed."""
        try:
            await write()
        finally:
            self._changes += 1
            self._values.pop(key, None)

    async def rewrite(self, key: Hashable, write: Callable[[], Awaitable[tuple[R, V]]]) -> R:
        """Change the stored value by work that also returns the new value to cache; return the rest of its result."""
        changes = self._changes
        known = False
        try:
            result, value = await write()
            known = changes == self._changes  # otherwise another change was in progress, and may be the later one
        finally:
            self._changes += 1
            self._values.pop(key, None)
        if known:
            self._put(key, value)
        return result

    def clear(self) -> None:
        """Drop all values."""
        self._changes += 1
        self._values.clear()

    def _put(self, key: Hashable, value: V) -> None:
        if self._values.maxsize:
            self._values[key] = value
