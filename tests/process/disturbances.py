"""What happens while people play: processes end and stop, and moderators and members do what servers allow them."""

from __future__ import annotations

import asyncio
import signal
import time
from typing import TYPE_CHECKING

import discord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.playground import world
from tests.process.anybody import CLUB_ID
from tests.process.conftest import CARDS, LOUNGE
from tests.process.test_two_processes import SHARDS

if TYPE_CHECKING:
    import random
    from collections.abc import Mapping

    from tests.process.test_two_processes import Fleet

CALM = 20.0
"""Seconds between the end of a disturbance and the next one."""
A_PAUSE = (1.0, 10.0)
"""Seconds for which a process is stopped, which may be longer than its lease."""
A_WHILE = (1.0, 12.0)
"""Seconds for which a permission is missing or a member is away."""
PERMISSIONS = (
    "view_channel",
    "send_messages",
    "attach_files",
    "embed_links",
    "read_message_history",
    "create_public_threads",
)
SETTINGS = {"BOT_MOVE_DELAY": "0.2", "TABLES_A_PERSON": "5", "TABLES_A_SERVER": "40"}
PRIVATE = 64
"""The flag of a message that only one person sees."""


async def disturb(fleet: Fleet, chance: random.Random, end: float) -> list[tuple[float, float]]:
    """Kill, stop or pause one of the processes from time to time; return when each of these began and was over."""
    names = (f"p{number}" for number in range(3, 100))
    disturbed: list[tuple[float, float]] = []
    while time.monotonic() + CALM < end:
        await asyncio.sleep(chance.uniform(0.8, 1.2) * CALM)
        name, kind = chance.choice(list(fleet.processes)), chance.choice(("kill", "stop", "pause"))
        began = time.monotonic()
        if kind == "pause":
            fleet.processes[name].send_signal(signal.SIGSTOP)
            await asyncio.sleep(chance.uniform(*A_PAUSE))
            fleet.processes[name].send_signal(signal.SIGCONT)
        else:
            await fleet.end(name, kill=kind == "kill")
            await fleet.start(next(names), **SETTINGS)
        await fleet.until(lambda owners: len(owners) == SHARDS)
        disturbed.append((began, time.monotonic()))
    return disturbed


async def moderate(fleet: Fleet, club: int, chance: random.Random, end: float) -> None:
    """Deny the bot a permission in a channel for a while, let a member leave and come back, or delete a message."""
    guilds = {CARDS: world.GUILD_ID, LOUNGE: world.GUILD_ID, club: CLUB_ID}
    while time.monotonic() + CALM < end:
        await asyncio.sleep(chance.uniform(1, 4))
        await chance.choice((_deny, _leave, _delete))(fleet, guilds, chance)


async def _deny(fleet: Fleet, guilds: Mapping[int, int], chance: random.Random) -> None:
    backend, place = fleet.machine.wire.backend, chance.choice(list(guilds))
    denied = discord.Permissions(**{chance.choice(PERMISSIONS): True}).value
    backend.set_overwrite(place, Overwrite(world.BOT_ID, OverwriteType.MEMBER, deny=denied))
    await asyncio.sleep(chance.uniform(*A_WHILE))
    backend.delete_overwrite(place, world.BOT_ID)


async def _leave(fleet: Fleet, guilds: Mapping[int, int], chance: random.Random) -> None:
    backend, guild, person = fleet.machine.wire.backend, chance.choice([*guilds.values()]), chance.choice(world.PEOPLE)
    if person != world.HOST and person.id in backend.get_guild(guild).members:
        backend.remove_member(guild, person.id)
        await asyncio.sleep(chance.uniform(*A_WHILE))
        backend.add_member(guild, person.id)


async def _delete(fleet: Fleet, guilds: Mapping[int, int], chance: random.Random) -> None:
    backend, place = fleet.machine.wire.backend, chance.choice(list(guilds))
    shown = [it for it in backend.history_for(world.HOST.id, place) if not it.get("flags", 0) & PRIVATE]
    if shown:
        backend.delete_message(place, int(chance.choice(shown[-6:])["id"]))
