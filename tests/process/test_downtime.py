"""Time in which nobody could play does not count: the bot was down or, with SOAK, cut off or stopped for longer than a
turn.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from bot.playground.world import GUILD_ID
from bot.tables.model.records import Wake
from db.store import SqliteStore
from tests.process import skewed
from tests.process.conftest import ADA, BRUNO, CARDS, legal, open_table
from tests.soaking import SOAKING
from tests.wire_client import deal_for_two

if TYPE_CHECKING:
    from tests.process.conftest import Machine
    from tests.wire_client import PersonClient

AWAY = 45
"""Seconds for which the gateway is cut. The end is noticed a moment later."""
LONG_AWAY = 300
"""Seconds for which a bot seems to have been down, by its clock: much longer than it takes to start and to think."""
MIN_CLOCK_SECONDS = 10
MOVE_DELAY = 2.5
long = pytest.mark.skipif(not SOAKING, reason="takes a minute; tests/playground and tests/tables have the short ones")


async def deal_with_clock(machine: Machine, seconds: int = MIN_CLOCK_SECONDS) -> tuple[PersonClient, PersonClient]:
    """Deal a game of two people with a clock, the shortest by default. Return both, the one to act first."""
    store = await SqliteStore.open(machine.database)
    await store.people.change_guild(GUILD_ID, {"turn_seconds": seconds})
    await store.close()
    await machine.start_bot()
    ada, bruno = machine.client.person(ADA), machine.client.person(BRUNO)
    await deal_for_two(ada, bruno, CARDS)
    async with asyncio.timeout(60):
        while True:
            for person, other in ((ada, bruno), (bruno, ada)):
                if await person.autocomplete(CARDS, "move", "action", action=""):
                    return person, other


@long
async def test_a_gateway_cut_longer_than_a_turn_ends_no_turn(machine: Machine) -> None:
    """A turn does not end during a cut that is longer than the turn. Afterwards, the clock runs on."""
    person, other = await deal_with_clock(machine)
    await machine.client.cut_gateway(seconds=AWAY)
    await machine.client.until_online(seconds=AWAY + 70)
    await asyncio.sleep(1)
    assert await legal(person, seconds=1), "the clock played while nobody could"
    assert await legal(other, seconds=MIN_CLOCK_SECONDS + 8), "the clock stands still for ever"
    assert await machine.stop_bot() == 0


async def test_a_move_after_a_start_is_not_delayed_by_the_downtime(machine: Machine) -> None:
    """The computer player's turn is not delayed by the time for which the bot was down."""
    machine.program = skewed.run
    await machine.start_bot(BOT_MOVE_DELAY=str(MOVE_DELAY))
    ada = machine.client.person(ADA)
    await open_table(ada, computers=1, seats=2, clock=60)
    await legal(ada)
    await machine.kill_bot()
    machine.set_clock(LONG_AWAY)
    await machine.start_bot(BOT_MOVE_DELAY=str(MOVE_DELAY))
    await play_turn(ada)
    assert await legal(ada, seconds=LONG_AWAY / 5), "the computer player waits for the time that the bot was away"
    assert await machine.stop_bot() == 0


async def test_a_start_with_another_number_of_shards_shortens_no_turn(machine: Machine) -> None:
    """The number of shards changes when Discord recommends more, or before a second process is added. Nobody is even
    warned.
    """
    machine.program = skewed.run
    person, _other = await deal_with_clock(machine, 60)
    await machine.kill_bot()
    machine.set_clock(LONG_AWAY)
    await machine.start_bot(BOT_SHARD_COUNT="2")  # which connect one after the other
    assert await legal(person, seconds=LONG_AWAY / 10), "the clock played while nobody could"
    assert await machine.stop_bot() == 0
    store = await SqliteStore.open(machine.database)
    [(_table, deadline)] = await store.deadlines.all()
    await store.close()
    assert deadline.kind is Wake.TURN_WARNING, "somebody was warned at once"
    assert deadline.at - deadline.since > MIN_CLOCK_SECONDS, "the clock ran while nobody could play"


async def play_turn(person: PersonClient) -> None:
    """Draw and discard."""
    for _ in range(2):
        answer: dict[str, Any] = await person.slash(CARDS, "move", action=(await legal(person))[0])
        assert answer["outcome"] in ("message", "deferred", "update")


@long
async def test_a_paused_process_takes_no_time_from_a_turn(machine: Machine) -> None:
    """Whatever became due while the process was stopped, as in a machine that is paused, waits for the time that people
    had left.
    """
    person, _ = await deal_with_clock(machine)
    await machine.pause(MIN_CLOCK_SECONDS + 5)
    await asyncio.sleep(2)
    assert await legal(person, seconds=1), "the clock played while nobody could"
    assert await machine.stop_bot() == 0
