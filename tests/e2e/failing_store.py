"""A store that fails in the middle of an act."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from unittest.mock import AsyncMock

from bot.tables.model.stores import STORE_AWAY, StoreUnavailableError

if TYPE_CHECKING:
    import pytest

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
