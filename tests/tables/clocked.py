"""A game with a turn clock, for tests of what happens to its time."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from bot.tables.acts.turn_clock import turn_end
from tests.tables.conftest import BEN

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.tables.model.records import Change
    from tests.tables.conftest import House

CLOCK = 30
"""Seconds per turn."""


async def clocked(house: House) -> Any:
    """A game of two people with half a minute per turn, four seconds into the first. Its board shows the turn's end."""
    table = await house.playing(BEN, turn_seconds=CLOCK)
    await house.store.messages.mark_announced(table.id, table.record.version)
    await house.clock.advance(4)
    house.herald.told.clear()
    return table


async def come_back(house: House) -> None:
    await house.tables.connected()
    await house.clock.quiet()


def left(house: House, table: Any) -> float:
    """Seconds until the turn ends."""
    end = turn_end(table.record)
    assert end is not None
    return end - house.clock.now()


async def draw(table: Any) -> None:
    await table.act(table.position.person_to_act, "draw stock")


async def after_the_alarm(house: House, table: Any, request: Callable[[], Awaitable[object]]) -> None:
    """Make the request, and hold back its save until the table's alarm, due in a second, has come and waits for it."""
    save = house.store.tables.save

    async def held_back(change: Change) -> None:
        house.store.tables.save = save  # type: ignore[method-assign]
        house.clock.stop(2)
        house.clock._run_due()
        while not table._lock._waiters:
            await asyncio.sleep(0.001)
        await save(change)

    house.store.tables.save = held_back  # type: ignore[method-assign]
    await request()
    await house.clock.quiet()
