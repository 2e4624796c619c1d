"""What another process does at a table that it does not look after, and what it tells the table's own process.

The bot stands for both, but neither knows the other's private hands, nor the hints that these show.
"""

from __future__ import annotations

import json
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import pytest

from bot.clock import SystemClock
from bot.tables.model.share import Share, shard_of
from bot.tables.runtime.tables import CHANGED, Tables
from bot.ui.interaction.asides import Asides
from bot.ui.interaction.live_hands import LiveHands

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from tests.e2e.conftest import World


@asynccontextmanager
async def another_process(world: World, table: Any) -> AsyncIterator[None]:
    """Let the bot be a process that does not look after the table. At the end, the one that does gets its notices."""
    elsewhere = Share.one(1 - shard_of(table.record.home, 2), 2)
    before, said = table.record.version, list[str]()
    shown: list[dict[str, Any]] = []
    announcer = world.bot.announcer
    private = announcer._private

    async def note(notice: str) -> None:
        said.append(notice)

    async def hand_on(home: int, hand: dict[str, Any]) -> None:
        assert home == table.record.home
        shown.append(json.loads(json.dumps(hand)))

    with pytest.MonkeyPatch.context() as other:
        other.setattr(announcer, "asides", Asides())
        other.setattr(private, "live", LiveHands(SystemClock(), lambda _hand: None))
        other.setattr(announcer.answers, "_hand_on", hand_on)
        other.setattr(Tables, "share", property(lambda _: elsewhere))
        other.setattr(world.bot.store.messages, "notify", note)
        yield
    if table.record.version > before:
        said.insert(0, f"{CHANGED}:{table.id}:{table.record.version}")
    with world.env._bot_scope():
        for notice in said:
            await world.bot.among_others.handle_notice(notice)
        for hand in shown:
            await announcer.answers.take_private_hand(hand)
    await world.env.settle()
