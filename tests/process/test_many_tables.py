"""Many tables at once: 200 that play, and 1,000 that are resumed at a start.

In the suite these are few, to show that it works. `make soak` runs all of them and logs the figures of
docs/reliability.md. The bot's own numbers are read from its `/metrics`.
"""

from __future__ import annotations

import asyncio
import logging
import random
import re
import time
from typing import TYPE_CHECKING

from bot.playground import world
from bot.rules.catalogue import GAMES
from bot.tables.acts.opening import Opening
from bot.tables.model.pace import Pace
from bot.tables.model.records import Person, Phase
from bot.tables.runtime.tables import Tables
from db.store import SqliteStore
from tests.process.conftest import ADA, CARDS, COMMAND, free_port, numbers
from tests.process.test_kill_under_load import Player, stop_players
from tests.soaking import SOAKING, bounded
from tests.tables.conftest import ALONE, HandClock, Herald

if TYPE_CHECKING:
    from pathlib import Path

    from bot.tables.model.protocols import Choice
    from tests.process.conftest import Machine

log = logging.getLogger(__name__)
BUSY = bounded(4, 200)
SECONDS = bounded(2, 60)
IDLE = bounded(40, 1000)
BETWEEN_MOVES = bounded(1, 8)
"""Seconds between two moves of a person, who needs time to think."""


async def test_busy_tables_are_answered_in_time(machine: Machine) -> None:
    """Computer players think, pictures are drawn, and every move is on disk before it is answered.

    Discord waits three seconds. Even on a machine that stalls, half of the interactions are acknowledged within one.
    """
    port = free_port()
    await machine.start_bot(METRICS_PORT=str(port), BOARD_EDIT_INTERVAL="1", BOT_MOVE_DELAY="0.5")
    people = [machine.client.person(person.id) for person in world.PEOPLE]
    games = tuple(GAMES)
    players = []
    for number in range(BUSY):
        place = await machine.client.create_channel(f"busy-{number}")
        players.append(Player(people[number % len(people)], place, games[number % len(games)]))
        await players[-1].open()
    before = await numbers(port)
    tasks = [asyncio.create_task(at_leisure(player, random.Random(i))) for i, player in enumerate(players)]
    await asyncio.sleep(SECONDS)
    await stop_players(tasks)
    after = await numbers(port)
    assert await machine.stop_bot() == 0
    assert "ERROR" not in machine.log
    acknowledged = report("acknowledged", "rummy_acknowledgement_seconds_bucket{", before, after)
    assert acknowledged[1.0] >= 0.5
    if SOAKING:
        assert acknowledged[3.0] == 1
    report("answered", 'rummy_interaction_seconds_bucket{kind="command"', before, after)
    report("event loop lag", "rummy_event_loop_lag_seconds_bucket{", before, after)


async def at_leisure(player: Player, chance: random.Random) -> None:
    """Play as a person does: a move, and then some time to think."""
    while True:
        await asyncio.sleep(chance.uniform(0, 2 * BETWEEN_MOVES))
        choices = await player.person.autocomplete(player.place, "move", "action", action="")
        if choices:
            action = chance.choice(choices)["value"]
            await player.person.slash(player.place, "move", action=action)


async def test_many_tables_are_resumed_quickly_at_a_start(machine: Machine) -> None:
    """The time from the start of the process to the first answered command is measured."""
    machine.command = COMMAND
    await many_tables(machine.database, IDLE)
    start = time.perf_counter()
    await machine.start_bot()
    online = time.perf_counter() - start
    answer = await machine.client.person(ADA).slash(CARDS, "table status")
    first = time.perf_counter() - start
    assert answer["outcome"] in ("message", "deferred")
    log.info("%d tables: online after %.2f s, the first command answered after %.2f s", IDLE, online, first)
    assert await machine.stop_bot() == 0
    assert "ERROR" not in machine.log
    if SOAKING:
        assert first < 10


async def many_tables(path: Path, count: int) -> None:
    """Create a database of games in play, one of them in the channel of the test."""
    store = await SqliteStore.open(path)
    clock = HandClock(time.time())
    tables = Tables(store, NoThinkers(), Herald(), clock, lambda _: ("classic",), "classic", Pace(), **ALONE)
    ada = Person(ADA, "Ada")
    for number in range(count):
        channel = CARDS if number == 0 else 10_000 + number
        opening = Opening(world.GUILD_ID, channel, ada, "three-thirteen", places=2, computers=1)
        table = await tables.opener.open(opening, interaction=number + 1)
        await table.start(ADA, interaction=count + number + 1)
        assert table.record.phase is Phase.PLAYING
    await tables.close()
    await store.close()


class NoThinkers:
    """Computer players that are never asked, because the clock of these tables stands still."""

    async def choose(self, *_: object) -> Choice:
        raise AssertionError("nobody moves here")


def report(what: str, prefix: str, before: dict[str, float], after: dict[str, float]) -> dict[float, float]:
    """Log and return the share of a histogram's observations within each of its bounds."""
    counts = {
        float(found[1]): after[name] - before.get(name, 0.0)
        for name in after
        if name.startswith(prefix) and (found := re.search(r'le="([^"]+)"', name))
    }
    total = max(counts.values(), default=0.0)
    assert total > 0, what
    shares = {bound: count / total for bound, count in counts.items()}
    told = ", ".join(f"{100 * share:.2f} % ≤ {1000 * bound:g} ms" for bound, share in shares.items())
    log.info("%s: %d in all; %s", what, total, told)
    return shares
