"""The stores under contract: a second driver is tested in full by one more line here."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Protocol

from bot.tables.model.protocols import Store
from db.store import SqliteStore


class ClosingStore(Store, Protocol):
    """What every driver adds to the Protocol."""

    async def close(self) -> None: ...


Opener = Callable[[Path], Awaitable[ClosingStore]]

STORES: dict[str, Opener] = {
    "sqlite": lambda folder: SqliteStore.open(folder / "bot.db"),
}


class Restartable:
    """A store that a test can close and open again."""

    def __init__(self, opener: Opener, folder: Path) -> None:
        self._opener = opener
        self._folder = folder
        self.store: ClosingStore

    async def start(self) -> ClosingStore:
        self.store = await self._opener(self._folder)
        return self.store

    async def restarted(self) -> ClosingStore:
        """The store as the next start of the bot finds it."""
        await self.store.close()
        return await self.start()
