"""SIGKILL and SIGTERM in mid-game: nothing acknowledged is lost, nothing is done twice, and the old
buttons still work.
"""

from __future__ import annotations

import asyncio
import random
import re
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import aiohttp
import pytest

from bot.rules import codec
from bot.rules.catalogue import GAMES
from bot.tables.acts.forced import is_forced
from bot.tables.acts.play import first_state
from tests.operations.disks import small_disk
from tests.process.conftest import ADA, ADA_DM, CARDS, COMMAND, controls, free_port, legal, numbers, open_table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.rules.game import AnyState
    from bot.tables.model.action_log import LoggedAction
    from bot.tables.model.records import TableRecord
    from tests.process.conftest import Machine
    from tests.wire_client import PersonClient


async def move(person: PersonClient, acknowledged: list[str], chance: random.Random) -> None:
    """Play one legal action."""
    await play(person, chance.choice(await legal(person)), acknowledged)


async def play(person: PersonClient, action: str, acknowledged: list[str]) -> None:
    """Play an action, which counts as acknowledged if the bot answers."""
    answer = await person.slash(CARDS, "move", action=action)
    if answer["outcome"] in ("message", "update"):
        acknowledged.append(action)


def replayed(record: TableRecord, log: tuple[LoggedAction, ...]) -> str:
    """The state that the log leads to, as the codec writes it."""
    *_before, last = states(record, log)
    return codec.dumps(last)


def chosen(record: TableRecord, log: tuple[LoggedAction, ...]) -> list[LoggedAction]:
    """The actions without the draws that the table makes when nothing else is legal."""
    game = GAMES[record.game]
    steps = zip(states(record, log), log, strict=False)
    return [entry for state, entry in steps if not is_forced(game, state, game.parse_action(entry.text))]


def states(record: TableRecord, log: tuple[LoggedAction, ...]) -> Iterator[AnyState]:
    """Yield the state that was dealt, and the state after each action."""
    game = GAMES[record.game]
    state = first_state(record, game)
    yield state
    for entry in log:
        state = game.apply(state, entry.seat, game.parse_action(entry.text))
        yield state


def is_within(part: list[str], whole: list[str]) -> bool:
    """Whether the part is the whole with some items left out."""
    rest = iter(whole)
    return all(item in rest for item in part)


async def test_a_game_survives_kill_and_stop_and_locks_its_file(machine: Machine) -> None:
    """A second copy on the same file reports this and stops. A button sent before the kill works after it. SIGTERM
    stops the bot cleanly.
    """
    await machine.start_bot()
    ada = machine.client.person(ADA)
    await open_table(ada)
    await legal(ada)
    hand = await ada.until(ADA_DM, lambda message: any("draw" in part["custom_id"] for part in controls(message)))
    draw = next(part["custom_id"] for part in controls(hand) if "draw" in part["custom_id"])
    first = machine.bot
    assert await machine.start_in_vain() == 2
    assert machine.bot is not first
    assert str(machine.database.name) in machine.log
    machine.bot = first
    await machine.kill_bot()

    await machine.start_bot()
    answer = await ada.click(hand, draw)
    assert answer["outcome"] in ("update", "deferred_update")
    async with asyncio.timeout(60):  # a busy bot answers first and acts later
        while not all(action.startswith("discard") for action in await legal(ada)):
            await asyncio.sleep(0.05)
    assert await machine.stop_bot() == 0
    before, _ = await machine.stored()

    await machine.start_bot()
    await move(ada, [], random.Random(1))
    assert await machine.stop_bot() == 0
    after, log = await machine.stored()
    assert after.decision > before.decision
    assert replayed(after, log) == after.state
    assert "ERROR" not in machine.log


async def test_a_refused_token_gives_one_line_and_exit_code_2(machine: Machine) -> None:
    assert await machine.start_in_vain(DISCORD_TOKEN="wrong") == 2
    assert machine.log.strip().splitlines()[-1].startswith("Discord refused the token")


async def test_a_shard_that_nobody_can_serve_is_reported(machine: Machine) -> None:
    """On a file there is no other process that could have it. Half of the servers used to get no answer, and no log
    said so.
    """
    await machine.start_bot(BOT_SHARD_COUNT="2", BOT_SHARDS="1")
    assert "BOT_SHARDS leaves out 0, and no other process can use this database" in machine.log
    assert await machine.stop_bot() == 0


async def test_a_nonexistent_shard_gives_one_line_and_exit_code_2(machine: Machine) -> None:
    """A single process would serve everybody anyway, while its host waited in vain for another process to serve the
    rest.
    """
    assert await machine.start_in_vain(BOT_SHARDS="5") == 2
    assert machine.log.strip().splitlines()[-1].startswith("BOT_SHARDS names shard 5, but the number of shards is 1")


async def test_a_bot_that_starts_before_discord_answers_keeps_trying(machine: Machine) -> None:
    """A failed login ends discord.py's client. The supervisor starts a fresh one."""
    await machine.client.fail("GET", "/users/@me", 503, times=1)
    await machine.start_bot()
    assert "Trying again in" in machine.log
    assert await machine.stop_bot() == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no file that is always full")
async def test_a_bot_whose_log_cannot_be_written_stops_cleanly(machine: Machine) -> None:
    """The exit code was 120, as if it had failed."""
    machine.command, machine._log = COMMAND, Path("/dev/full")
    await machine.start_bot()
    assert await machine.stop_bot() == 0


async def test_a_bot_that_starts_on_a_full_disk_waits_for_room(machine: Machine) -> None:
    """It used to exit with code 2 and the advice to check the path, and stayed down."""
    with small_disk(machine.folder / "disk"):
        machine.database = machine.folder / "disk" / "tables.sqlite3"
        await machine.start_bot()
        assert await machine.stop_bot() == 0
        junk = machine.database.with_name("junk")
        with suppress(OSError), junk.open("wb", buffering=0) as file:
            while file.write(bytes(4096)) == 4096:
                pass
        starting = asyncio.create_task(machine.start_bot())
        async with asyncio.timeout(60):
            while "is full: make room. Trying again in" not in machine.log:
                await asyncio.sleep(0.1)
        junk.unlink()
        await starting
        assert await machine.stop_bot() == 0


async def test_a_bot_serves_metrics_and_survives_gateway_cuts(machine: Machine) -> None:
    """The gateway is cut silently or politely, or is away for a while. Nobody has to do anything, and none of it is an
    error.
    """
    port = free_port()
    await machine.start_bot(METRICS_PORT=str(port), LOG_LEVEL="DEBUG")
    ada = machine.client.person(ADA)
    await open_table(ada)
    async with aiohttp.ClientSession() as session, asyncio.timeout(60):
        while (await session.get(f"http://127.0.0.1:{port}/readyz")).status != 200:  # some time after the first answers
            await asyncio.sleep(0.1)
    served = await numbers(port)
    assert served['rummy_live_tables{phase="playing"}'] == 1
    assert served['rummy_interaction_seconds_count{kind="command"}'] == 2
    spared = re.search(r"leaves (\d+) objects alone", machine.log)
    assert spared is not None
    assert int(spared[1]) > 10_000

    chance = random.Random(3)
    await move(ada, [], chance)
    for politely in (False, True):
        await machine.client.cut_gateway(politely=politely)
        await machine.client.until_online()
        await move(ada, [], chance)
    await machine.client.cut_gateway(seconds=2.5)
    await machine.client.until_online()
    tries = [line for line in machine.log.splitlines() if "Attempting a reconnect" in line]
    assert tries
    assert all(" WARNING " in line for line in tries), tries
    await move(ada, [], chance)
    assert await machine.stop_bot() == 0
    assert "ERROR" not in machine.log
    assert "Traceback" not in machine.log
    record, log = await machine.stored()
    assert len([entry for entry in log if entry.by == ADA]) >= 4
    assert replayed(record, log) == record.state
