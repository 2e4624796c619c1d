"""The stores under contract: every engine is tested in full."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Protocol

from bot.tables.model.stores import Store

if TYPE_CHECKING:
    from bot.tables.model.leases import ShardStore

ENGINES = ("sqlite", "postgres")


class ClosingStore(Store, Protocol):
    """A store, with what every engine adds to the protocol."""

    @property
    def shards(self) -> ShardStore: ...

    async def close(self) -> None: ...


Opener = Callable[[], Awaitable[ClosingStore]]


class Restartable:
    """A store that a test can close and open again."""

    def __init__(self, opener: Opener) -> None:
        self._opener = opener
        self.store: ClosingStore

    async def start(self) -> ClosingStore:
        self.store = await self._opener()
        return self.store

    async def restarted(self) -> ClosingStore:
        """Close the store and open it again, as the next start of the bot does."""
        await self.store.close()
        return await self.start()
