"""A new session on Discord's gateway, which sends all servers again: the old ones do not stay in memory."""

from __future__ import annotations

import asyncio
import gc
import signal
from pathlib import Path
from typing import TYPE_CHECKING

import discord

from tests.process import forked

if TYPE_CHECKING:
    from tests.process.conftest import Machine

COUNT = Path("servers.txt")
"""Where the bot writes how many servers are in its memory, garbage included."""


def counting_servers() -> int:
    """Do what `python -m bot run` does, and count the servers at SIGUSR1."""

    def count(_signal: int, _frame: object) -> None:
        gc.unfreeze()
        COUNT.with_suffix(".new").write_text(str(sum(isinstance(each, discord.Guild) for each in gc.get_objects())))
        gc.freeze()
        COUNT.with_suffix(".new").replace(COUNT)

    signal.signal(signal.SIGUSR1, count)
    return forked.run()


async def servers_in_memory(machine: Machine) -> int:
    assert machine.bot is not None
    file = machine.folder / COUNT
    file.unlink(missing_ok=True)
    machine.bot.send_signal(signal.SIGUSR1)
    while not file.exists():
        await asyncio.sleep(0.05)
    return int(file.read_text())


async def spared(machine: Machine, *, times: int) -> None:
    """Wait until the bot has exempted what is in memory from garbage collection that many times."""
    async with asyncio.timeout(60):
        while machine.log.count("objects alone") < times:
            await asyncio.sleep(0.05)


async def test_a_new_session_leaves_no_old_servers_in_memory(machine: Machine) -> None:
    """The servers of the first session are exempt from garbage collection, and used to stay for ever: 15 KiB for each
    server of thirty channels.
    """
    for number in range(4):
        machine.wire.backend.create_guild(f"Club {number}")
    machine.program = counting_servers
    await machine.start_bot(LOG_LEVEL="DEBUG")
    await spared(machine, times=1)
    assert await servers_in_memory(machine) == 5
    machine.wire.gateway._sessions.clear()  # Discord has forgotten them
    await machine.client.cut_gateway(politely=True)
    await spared(machine, times=2)
    assert await servers_in_memory(machine) == 5
    assert await machine.stop_bot() == 0
