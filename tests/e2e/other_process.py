"""What another process does at a table that it does not look after, and what it tells the table's own process."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import pytest

from bot.tables.model.share import Share, shard_of
from bot.tables.runtime.tables import Tables

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from tests.e2e.conftest import World


@asynccontextmanager
async def another_process(world: World, table: Any) -> AsyncIterator[None]:
    """Let the bot be a process that does not look after the table. At the end, the one that does gets its notices."""
    elsewhere = Share.one(1 - shard_of(table.record.home, 2), 2)
    said: list[str] = []

    async def note(notice: str) -> None:
        said.append(notice)

    with pytest.MonkeyPatch.context() as other:
        other.setattr(Tables, "share", property(lambda _: elsewhere))
        other.setattr(world.bot.store.messages, "notify", note)
        yield
    with world.env._bot_scope():
        for notice in said:
            await world.bot.among_others.handle_notice(notice)
    await world.env.settle()
