"""The database of two processes dies and its standby takes over: both go on, and nothing is played twice."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

from bot.tables.model.stores import StoreUnavailableError
from tests.process.conftest import ADA, LOUNGE, open_table
from tests.process.test_kill import replayed
from tests.process.test_two_processes import LEASE, SHARDS, moves, press, running
from tests.soaking import SOAKING

if TYPE_CHECKING:
    from pathlib import Path

    from tests.postgres import Server
    from tests.process.test_two_processes import Fleet

pytestmark = pytest.mark.skipif(not SOAKING, reason="starts two servers and two processes: SOAK=1")

PLAYED, WATCHED = 1, 2
"""The tables: Ada plays at the first, and only computer players at the second."""
SOON = 20.0
"""Seconds within which everything has to go on."""


async def computers_play_on(fleet: Fleet) -> None:
    """Wait until the table of computer players has a few more actions."""
    async with asyncio.timeout(SOON):
        before = await answered_count(fleet)
        while await answered_count(fleet) < before + 3:
            await asyncio.sleep(0.1)


async def answered_count(fleet: Fleet) -> int:
    """The number of actions at the table of computer players, as soon as the database answers."""
    while True:
        with suppress(StoreUnavailableError):
            return len(await fleet.store.tables.actions(WATCHED))
        await asyncio.sleep(0.1)


@pytest.mark.parametrize("away", [0.5, 4.0, 2.5 * LEASE])
async def test_both_processes_go_on_with_the_standby(tmp_path: Path, pair: tuple[Server, Server], away: float) -> None:
    """They do so however long it took to promote it, even if their leases have expired meanwhile."""
    primary, standby = pair
    url = f"postgresql://bot@/postgres?host={primary.folder},{standby.folder}&target_session_attrs=read-write"
    async with running(tmp_path, url) as fleet:
        for name in ("a", "b"):
            await fleet.start(name, BOT_MOVE_DELAY="0.3")
        both = await fleet.until(lambda owners: set(owners.values()) == {"a", "b"})
        ada = fleet.machine.client.person(ADA)
        await open_table(ada, computers=2)
        await ada.slash(LOUNGE, "table watch", game="three-thirteen")
        await press(fleet)
        await computers_play_on(fleet)
        done = await moves(fleet)
        primary.control("-m", "immediate", "stop")
        await asyncio.sleep(away)
        standby.control("promote")
        await computers_play_on(fleet)
        assert (await moves(fleet))[: len(done)] == done
        await press(fleet)
        owners = await fleet.until(lambda owners: len(owners) == SHARDS and set(owners.values()) == {"a", "b"})
        assert owners == both or away > LEASE, "nobody has lost a lease"
        await press(fleet)
        for name in ("a", "b"):
            assert await fleet.end(name, kill=False) == 0
        for table in (PLAYED, WATCHED):
            record = await fleet.store.tables.load(table)
            assert record is not None
            assert replayed(record, await fleet.store.tables.actions(table)) == record.state
