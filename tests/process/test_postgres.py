"""The bot on PostgreSQL: what happens to the server, or to the bot, costs no answered move and doubles none."""

from __future__ import annotations

import asyncio
import logging
import random
import shutil
from typing import TYPE_CHECKING

import pytest

from tests import postgres as servers
from tests.process.test_kill_under_load import check, ended, seated
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
    """A server of its own, which keeps what it has committed, with an empty database for the bot."""
    del postgres  # skipped where there is none
    server = servers.started()
    machine.database_url = server.empty()
    yield server
    server.control("-m", "immediate", "stop")
    shutil.rmtree(server.folder)


async def further(players: list[Player]) -> None:
    """Until everybody has had another action answered."""
    before = [len(player.acknowledged) for player in players]
    async with asyncio.timeout(60):
        while any(len(player.acknowledged) == count for player, count in zip(players, before, strict=True)):
            await asyncio.sleep(0.05)


async def test_a_server_that_dies_and_a_bot_that_is_killed_lose_no_answered_move(
    machine: Machine, server: Server
) -> None:
    """Games go on by themselves when the server is back; people were told to try again soon."""
    chance = random.Random(7)
    players = await seated(machine)
    for _ in range(ROUNDS):
        playing = [asyncio.create_task(player.play(chance)) for player in players]
        await asyncio.sleep(chance.uniform(0.2, 1.0))
        await asyncio.to_thread(server.control, "-m", "immediate", "stop")
        await asyncio.sleep(chance.uniform(0.5, bounded(2, 20)))
        await asyncio.to_thread(server.start)
        await further(players)
        await machine.kill_bot()
        await ended(playing)
        await machine.start_bot()
        playing = [asyncio.create_task(player.play(chance)) for player in players]
        await further(players)
        await ended(playing)
    assert await machine.stop_bot() == 0
    for player in players:
        await check(machine, player)
    assert machine.errors == []
    assert "Traceback" not in machine.log
    log.info("%d answered moves", sum(len(player.acknowledged) for player in players))
