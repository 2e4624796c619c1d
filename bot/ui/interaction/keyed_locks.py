"""Work about the same thing, such as one message, done one piece after another: what is done last is what stays."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Hashable

MAX_WAIT_SECONDS = 5.0
"""Seconds that work waits for earlier work, which may hang where Discord does not answer."""


class KeyedLocks:
    """Lets each piece of work wait for earlier ones about the same thing."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[Hashable, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def hold(self, key: Hashable) -> AsyncIterator[None]:
        """While this is done, other work about the same thing waits, though not for too long."""
        lock = self._locks.setdefault(key, asyncio.Lock())
        is_held = await _acquired(lock)
        try:
            yield
        finally:
            if is_held:
                lock.release()


def plans_key(person: int) -> Hashable:
    """Key for a person's planned tables: deleting their data waits for a plan that is being posted."""
    return "plans", person


async def _acquired(lock: asyncio.Lock) -> bool:
    try:
        async with asyncio.timeout(MAX_WAIT_SECONDS):
            await lock.acquire()
    except TimeoutError:
        return False
    return True
