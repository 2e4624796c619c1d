"""The bot on PostgreSQL: whatever happens to the server or the bot, no answered move is lost or made twice."""

from __future__ import annotations

import asyncio
import logging
import random
import shutil
from typing import TYPE_CHECKING

import pytest

from bot.tables.model.records import Phase
from db.store import open_store
from tests import postgres as servers
from tests.process.test_kill_under_load import check, seated, stop_players
from tests.soaking import bounded

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.postgres import Server
    from tests.process.conftest import Machine
    from tests.process.test_kill_under_load import Player

log = logging.getLogger(__name__)
ROUNDS = bounded(1, 20)


@pytest.fixture
def server(postgres: Server, machine: Machine) -> Iterator[Server]:
    """A separate server, which keeps what it has committed, with an empty database for the bot."""
    del postgres  # the test is skipped where there is none
    server = servers.started(*servers.FAST)
    machine.database_url = server.empty()
    yield server
    server.control("-m", "immediate", "stop")
    shutil.rmtree(server.folder)


async def wait_for_progress(machine: Machine, players: list[Player]) -> None:
    """Wait until everybody whose game is not over has had another action answered."""
    before = {player.place: len(player.acknowledged) for player in players}
    async with asyncio.timeout(60):
        while waiting := [player for player in players if len(player.acknowledged) == before[player.place]]:
            await asyncio.sleep(1)
            players = await still_at_play(machine, waiting)


async def still_at_play(machine: Machine, players: list[Player]) -> list[Player]:
    """The players whose game is not over."""
    store = await open_store(machine.database, machine.database_url)
    try:
        tables = [await store.tables.in_channel(player.place) for player in players]
        records = [await store.tables.load(table or 0) for table in tables]
    finally:
        await store.close()
    return [player for player, it in zip(players, records, strict=True) if it is None or it.phase is Phase.PLAYING]


async def test_a_dying_server_or_killed_bot_loses_no_answered_move(machine: Machine, server: Server) -> None:
    """Games go on by themselves when the server is back. Until then, people are asked to try again soon."""
    chance = random.Random(7)
    players = await seated(machine)
    for _ in range(ROUNDS):
        playing = [asyncio.create_task(player.play(chance)) for player in players]
        await asyncio.sleep(chance.uniform(0.2, 1.0))
        await asyncio.to_thread(server.control, "-m", "immediate", "stop")
        await asyncio.sleep(chance.uniform(0.5, bounded(2, 20)))
        await asyncio.to_thread(server.start)
        await wait_for_progress(machine, players)
        await machine.kill_bot()
        await stop_players(playing)
        await machine.start_bot()
        playing = [asyncio.create_task(player.play(chance)) for player in players]
        await wait_for_progress(machine, players)
        await stop_players(playing)
    assert await machine.stop_bot() == 0
    for player in players:
        await check(machine, player)
    assert machine.errors == []
    assert "Traceback" not in machine.log
    log.info("%d answered moves", sum(len(player.acknowledged) for player in players))


async def test_a_bot_that_starts_before_its_server_waits_for_it(machine: Machine, server: Server) -> None:
    """After a restart of a machine that runs both, the server takes longer to start."""
    await asyncio.to_thread(server.control, "-m", "immediate", "stop")
    starting = asyncio.create_task(machine.start_bot())
    async with asyncio.timeout(60):
        while "the server does not answer there" not in (machine.log if machine.bot else ""):
            await asyncio.sleep(0.1)
    await asyncio.to_thread(server.start)
    await starting
    assert await machine.stop_bot() == 0
    assert machine.errors == []
