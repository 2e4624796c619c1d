"""A store that fails in the middle of an act."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any, Self
from unittest.mock import AsyncMock

import pytest

from bot.tables.model.stores import STORE_AWAY, StoreUnavailableError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.e2e.conftest import World


def fail_after(world: World, patch: pytest.MonkeyPatch, method: str) -> None:
    """Let the store fail from the end of the table store's next call of that method on."""
    store = world.bot.store
    saves, refuse = getattr(store.tables, method), AsyncMock(side_effect=StoreUnavailableError(STORE_AWAY))

    async def save_the_last(*saved: Any) -> Any:
        done = await saves(*saved)
        patch.setattr(store.people, "settings", refuse)
        for each in (method, "save"):
            patch.setattr(store.tables, each, refuse)
        return done

    patch.setattr(store.tables, method, save_the_last)


class FailingFrom:
    """Lets a bot's store fail from its n-th transaction on, while the context is entered."""

    def __init__(self, world: World, first: int) -> None:
        self._database, self._first = world.bot.store.database, first
        self._patch = pytest.MonkeyPatch()
        self.has_failed = False

    def __enter__(self) -> Self:
        left = itertools.count(1)
        for name in ("read", "read_long", "write", "write_long"):
            self._patch.setattr(self._database, name, self._failing(getattr(self._database, name), left))
        return self

    def __exit__(self, *_: object) -> None:
        self._patch.undo()

    def _failing(self, run: Any, count: Iterator[int]) -> Any:
        async def run_or_fail(work: Any) -> Any:
            if next(count) >= self._first:
                self.has_failed = True
                raise StoreUnavailableError(STORE_AWAY)
            return await run(work)

        return run_or_fail
