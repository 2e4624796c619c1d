"""What is read often, remembered until it is changed: one process alone has the file, so nobody else changes it."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Hashable

V = TypeVar("V")
R = TypeVar("R")

MAX_REMEMBERED = 5_000
"""People's settings, servers', and tables' turns being built, that are read from memory: every click asks for some."""


class Remembered(Generic[V]):
    """Values by key, at most so many; the longest unused go first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[Hashable, V] = OrderedDict()
        self._changes = 0

    async def get(self, key: Hashable, read: Callable[[], Awaitable[V]]) -> V:
        """The value of the key, read where it is not known."""
        if key in self._values:
            self._values.move_to_end(key)
            return self._values[key]
        changes = self._changes
        value = await read()
        if changes == self._changes:  # else it may be what was there before the change
            self._put(key, value)
        return value

    async def change(self, key: Hashable, write: Callable[[], Awaitable[None]]) -> None:
        """Change what is stored under the key, which is read again then, also where the change failed."""
        try:
            await write()
        finally:
            self._changes += 1
            self._values.pop(key, None)

    async def rewrite(self, key: Hashable, write: Callable[[], Awaitable[tuple[R, V]]]) -> R:
        """Change what is stored under the key by work that also tells what is there now; the rest of its result."""
        changes = self._changes
        known = False
        try:
            result, value = await write()
            known = changes == self._changes  # else another change was under way, and may be the later one
        finally:
            self._changes += 1
            self._values.pop(key, None)
        if known:
            self._put(key, value)
        return result

    def clear(self) -> None:
        """Read everything again."""
        self._changes += 1
        self._values.clear()

    def _put(self, key: Hashable, value: V) -> None:
        self._values[key] = value
        if len(self._values) > self._most:
            self._values.popitem(last=False)
