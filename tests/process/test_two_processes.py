"""Two processes of one bot on one PostgreSQL: each has a shard. Either may die, stop or come back, and games go on."""

from __future__ import annotations

import asyncio
import logging
import random
import signal
import time
from contextlib import asynccontextmanager
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Any

import pytest

from bot.playground import world
from bot.playground.options import ActError
from bot.playground.wire import Wire
from bot.sharding.forwarding import UNRESPONSIVE_SECONDS
from bot.tables.model.leases import Claim
from bot.tables.model.share import shard_of
from db.store import PostgresStore
from tests.cut_network import Network
from tests.process import forked, skewed
from tests.process.conftest import ADA, ADA_DM, BRUNO, CARDS, LOUNGE, Machine, controls, open_table
from tests.process.pairs import Boards, Figures, Pair, acts, offers, pairs_at_play, play_for, verb_of
from tests.process.test_kill import replayed
from tests.soaking import SOAKING, bounded
from tests.wire_client import text_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

    from bot.playground.limits import Limits
    from tests.postgres import Server
    from tests.process.conftest import Process

log = logging.getLogger(__name__)

SHARDS = 2
LEASE = bounded(3, 6)
EXTRA = 0.3
"""How many more counted requests a turn may cost with two processes than with one. Once people have pressed their
buttons, one process needs next to none, so the suite does not measure that and assumes 0.
"""
WARMING = 1.0
"""Seconds after which every hand has been clicked, so that there are tokens."""
GUILD_SHARD = shard_of(world.GUILD_ID, SHARDS)
SETTINGS = {"BOT_SHARD_COUNT": str(SHARDS), "SHARD_LEASE_SECONDS": str(LEASE), "BOARD_EDIT_INTERVAL": "0.3"}


class Fleet:
    """A machine on which processes of a bot come and go."""

    def __init__(self, machine: Machine, store: PostgresStore) -> None:
        self.machine = machine
        self.store = store
        self.processes: dict[str, Process] = {}

    async def start(self, name: str, **settings: str) -> None:
        """Start a process, and wait until it has a shard."""
        await self.machine.start_bot(BOT_PROCESS=name, **SETTINGS, **settings)
        assert self.machine.bot is not None
        self.processes[name] = self.machine.bot
        await self.until(lambda owners: name in owners.values())
        async with asyncio.timeout(90):
            while self.machine.log.count("Ready in") < len(self.processes):
                await asyncio.sleep(0.05)

    async def owners(self) -> dict[int, str | None]:
        """The living process that has each shard."""
        rows: list[Any] = await self.store.database.read(
            lambda sql: sql.execute(
                "SELECT number, owner FROM shards WHERE owner IN (SELECT name FROM processes WHERE until > "
                "extract(epoch FROM clock_timestamp()))"
            ).fetchall()
        )
        return dict(rows)

    async def until(self, wanted: Any, seconds: float = 90.0) -> dict[int, str | None]:
        end = time.monotonic() + seconds
        while not wanted(owners := await self.owners()):
            assert time.monotonic() < end, (owners, self.machine.log[-3000:])
            await asyncio.sleep(0.1)
        return owners

    async def end(self, name: str, *, kill: bool) -> int:
        process = self.processes.pop(name)
        (process.kill if kill else process.terminate)()
        return await asyncio.wait_for(process.wait(), 90)


@pytest.fixture
async def fleet(tmp_path: Path, postgres: Server) -> AsyncIterator[Fleet]:
    url = postgres.copy()
    async with running(tmp_path, url) as fleet:
        yield fleet
    postgres.drop(url)


@pytest.fixture
async def network(fleet: Fleet) -> AsyncIterator[Network]:
    """A second way to the database, which can be cut."""
    async with Network(fleet.machine.database_url) as network:
        yield network


@asynccontextmanager
async def running(folder: Path, url: str, limits: Limits | None = None) -> AsyncIterator[Fleet]:
    """A fleet on that database, without a process yet."""
    store = await PostgresStore.open(url)
    try:
        machine = Machine(folder)
        machine.wire = Wire(shards=SHARDS, max_concurrency=16, limits=limits)
        machine.database_url = url
        async with machine:
            fleet = Fleet(machine, store)
            try:
                yield fleet
            finally:
                for name in tuple(fleet.processes):
                    await fleet.end(name, kill=True)
            assert not machine.errors, machine.errors
    finally:
        await store.close()


async def test_a_process_with_another_shard_count_reports_it_and_stops(fleet: Fleet) -> None:
    """The only other process here is a record that claims to be alive. Exit code 2 keeps systemd from starting this one
    again.
    """
    now = time.time()
    await fleet.store.shards.renew(Claim("there", SHARDS), now, now + 60)
    assert await fleet.machine.start_in_vain(BOT_PROCESS="here", BOT_SHARD_COUNT="3") == 2
    said = fleet.machine.log.strip().splitlines()[-1]
    assert said.startswith("The other processes on this database run with 2 shards, this one would with 3: set")


async def moves(fleet: Fleet) -> list[str]:
    return [action.text for action in await fleet.store.tables.actions(1)]


async def hand_to_play(fleet: Fleet) -> dict[str, Any]:
    """Wait until Ada's direct messages offer the next move at the first table."""
    seen = len(await moves(fleet))
    return await fleet.machine.seen(ADA, ADA_DM, lambda message: bool(acts(message, since=seen, table=1)))


async def press(fleet: Fleet) -> None:
    """Play a move with Ada's hand, in her direct messages, which reaches the process of shard 0.

    It is repeated if nobody answers or it is not possible yet. It is stored once, and all moves before it are
    unchanged. A busy machine acknowledges it first, and then the button may be gone before it is pressed again.
    """
    hand = await hand_to_play(fleet)
    before, button = await moves(fleet), acts(hand, table=1)[0]
    wanted = [*before, button.split(":", 4)[4]]
    async with asyncio.timeout(90):
        while len(after := await moves(fleet)) == len(before):
            try:
                await fleet.machine.do(ADA, "click", place=ADA_DM, message=hand["id"], custom_id=button)
            except ActError:
                await asyncio.sleep(0.05)
    assert after[: len(wanted)] == wanted


async def type_a_command(fleet: Fleet) -> None:
    """Ada also opens a table in her direct messages, so each process has one of her tables. `/hand` is about the one
    that waits for her. Its process answers and keeps that hand up to date, so her direct message points to it.
    """
    ada = fleet.machine.client.person(ADA)
    await ada.slash(ADA_DM, "table new", game="three-thirteen", bots=1)
    await fleet.machine.seen(ADA, ADA_DM, lambda message: bool(verb_of(message, "start")))
    await hand_to_play(fleet)
    await ada.slash(ADA_DM, "hand")
    await ada.until(ADA_DM, lambda message: "Your hand is open in a message" in text_of(message))


async def play_from_a_server(fleet: Fleet) -> None:
    """Ada plays at that table with a hand in a server of the other process. Its answers show her own moves. The table's
    process shows those of the computer player.
    """
    ada, seen = fleet.machine.client.person(ADA), fleet.machine.seen
    (number,) = set(await fleet.store.tables.of_person(ADA)) - {1}
    await ada.slash(ADA_DM, "table start")
    await seen(ADA, ADA_DM, lambda message: bool(acts(message, "draw", table=number)))
    await ada.slash(CARDS, "hand", table=str(number))
    for decision, verb in enumerate(("draw", "discard")):
        hand = await seen(ADA, CARDS, partial(offers, verb, decision))
        await ada.click(hand, acts(hand, verb, decision)[0])
    await seen(ADA, CARDS, partial(offers, "draw", 4))


async def stand_still(fleet: Fleet, name: str) -> None:
    """Stop the process that looks after the tables. The one that receives a click answers it in time, once."""
    hand = await hand_to_play(fleet)
    before, button = await moves(fleet), acts(hand, table=1)[0]
    fleet.processes[name].send_signal(signal.SIGSTOP)
    try:
        answer = await fleet.machine.do(ADA, "click", place=ADA_DM, message=hand["id"], custom_id=button)
    finally:
        fleet.processes[name].send_signal(signal.SIGCONT)
    assert answer["outcome"] != "failed"
    assert "Nobody took an interaction about a table of shard" in fleet.machine.log
    wanted = [*before, button.split(":", 4)[4]]
    async with asyncio.timeout(30):
        while len(after := await moves(fleet)) == len(before):
            await asyncio.sleep(0.05)
    assert after[: len(wanted)] == wanted


async def counted_a_turn(fleet: Fleet, pairs: list[Pair], seconds: float) -> float:
    """Let pairs play with their hands' buttons. Return how many requests per turn Discord counted."""
    before = await fleet.machine.client.limits()
    figures = await play_for(pairs, seconds, Figures(Boards(fleet.machine)))
    after = await fleet.machine.client.limits()
    log.info("%d turns, %d lost, %d clicks without an answer.", figures.turns, figures.lost, figures.failed)
    assert (figures.lost, figures.failed) == (0, 0)
    assert figures.turns >= len(pairs)
    return (after["counted"] - before["counted"]) / figures.turns


async def counted_while_handed_on(fleet: Fleet, pairs: list[Pair], seconds: float) -> float:
    """The same, once there are tokens, while all interactions are taken by the process of their table. On a busy
    machine, that process may be too slow once; then all are answered where they arrive for a while, which costs more
    requests.
    """
    async with asyncio.timeout(120 + 3 * seconds):
        while True:
            before = _answered_elsewhere(fleet)
            await counted_a_turn(fleet, pairs, WARMING)
            counted = await counted_a_turn(fleet, pairs, seconds)
            if _answered_elsewhere(fleet) == before:
                return counted
            await asyncio.sleep(UNRESPONSIVE_SECONDS)


def _answered_elsewhere(fleet: Fleet) -> int:
    return fleet.machine.log.count("Nobody took an interaction")


async def kill(fleet: Fleet, dead: str) -> None:
    """Kill a process. Within a minute, the other has all shards and the dead one's hand; it loses and
    repeats nothing.
    """
    await press(fleet)
    done, killed = await moves(fleet), time.monotonic()
    await fleet.end(dead, kill=True)
    (left,) = fleet.processes
    await fleet.until(lambda owners: owners == dict.fromkeys(range(SHARDS), left))
    assert (await moves(fleet))[: len(done)] == done
    await press(fleet)
    assert time.monotonic() - killed < 60
    log.info("%s was replaced after %.1f s.", dead, time.monotonic() - killed)


async def open_form(fleet: Fleet) -> dict[str, Any]:
    """Let Bruno open a table and the form that sets it up, which he has not sent yet."""
    bruno = fleet.machine.client.person(BRUNO)
    await bruno.slash(LOUNGE, "table new", game="rummy")
    board = await bruno.until(LOUNGE, lambda board: bool(_forms(board)))
    opened = await bruno.click(board, _forms(board)[0])
    assert opened["outcome"] == "modal"
    return opened


def _forms(board: dict[str, Any]) -> list[str]:
    return [part["custom_id"] for part in controls(board) if ":table-form:" in part["custom_id"]]


async def send_form(fleet: Fleet, opened: dict[str, Any]) -> None:
    """Send the form, again if nobody answers. Another process receives it, because the one that opened it is dead and
    its connection to the server's shard may not be replaced yet.
    """
    fields = [part["component"] for part in opened["modal"]["components"]]
    chosen = {
        field["custom_id"]: [option["value"] for option in field["options"] if option.get("default")]
        for field in fields
    }
    bruno, sent = fleet.machine.client.person(BRUNO), chosen | {"places": ["5"]}
    async with asyncio.timeout(60):
        while (await bruno.submit(opened, **sent))["outcome"] == "failed":
            pass
    table = await fleet.store.tables.in_channel(LOUNGE)
    assert table is not None
    async with asyncio.timeout(30):  # a busy machine acknowledges it first
        while (record := await fleet.store.tables.load(table)) is None or record.places != 5:
            await asyncio.sleep(0.1)


async def cut_off(fleet: Fleet, network: Network, cut: Callable[[], None]) -> None:
    """Cut a process off from the database. The other takes over its shards and plays on. Once healed, the first is
    back.
    """
    both = set(fleet.processes)
    cut()
    owners = await fleet.until(lambda owners: len(set(owners.values())) == 1 and len(owners) == SHARDS)
    await press(fleet)
    assert set(owners.values()) < both
    network.heal()
    await fleet.until(lambda owners: set(owners.values()) == both)
    await press(fleet)


async def replace(fleet: Fleet, old: str, new: str, pairs: list[Pair], seconds: float) -> None:
    """Replace a process under load: the new one connects first, then gets the leases, and no click fails."""
    ada, answers, over = fleet.machine.client.person(ADA), list[str](), asyncio.Event()

    async def click_on() -> None:
        while not over.is_set():
            answers.append((await ada.slash(CARDS, "table status"))["outcome"])
            await asyncio.sleep(0.1)

    clicking = asyncio.ensure_future(click_on())
    playing = asyncio.ensure_future(counted_a_turn(fleet, pairs, seconds))
    await fleet.start(new)
    assert await fleet.end(old, kill=False) == 0
    await fleet.until(lambda owners: owners == dict.fromkeys(range(SHARDS), new))
    await asyncio.sleep(0.5)
    over.set()
    await asyncio.gather(clicking, playing)
    assert len(answers) > 20
    assert "failed" not in answers


async def test_games_go_on_while_processes_come_and_go(fleet: Fleet, network: Network) -> None:
    """First, one process runs alone. The second has a clock that is a minute fast. It receives the clicks in direct
    messages and hands them to the first, which looks after the tables. This costs no more requests, and the second
    answers itself while the first is stopped. A hand that one shows is kept up to date by the other. Then the second's
    network is cut, either of them is killed, and one is replaced while people play.
    """
    seconds = bounded(2, 60)
    await fleet.start("a")
    await open_table(fleet.machine.client.person(ADA), computers=2)
    pairs = await pairs_at_play(fleet.machine, bounded(2, 10), by_buttons=True, a_turn=0.6)
    alone = 0.0
    if SOAKING:
        await counted_a_turn(fleet, pairs, WARMING)
        alone = await counted_a_turn(fleet, pairs, seconds)
        log.info("Counted requests a turn in one process: %.2f.", alone)
    fleet.machine.set_clock(60)
    fleet.machine.program = skewed.run
    await fleet.start("b", DATABASE_URL=network.url)
    fleet.machine.program = forked.run
    owners = await fleet.until(lambda owners: set(owners.values()) == {"a", "b"})
    assert owners == {0: "b", GUILD_SHARD: "a"}
    together = await counted_while_handed_on(fleet, pairs, seconds)
    log.info("Counted requests a turn in two processes: %.2f.", together)
    assert together <= alone + EXTRA
    await type_a_command(fleet)
    await play_from_a_server(fleet)
    await stand_still(fleet, "a")
    for cut in (network.lose, network.reset) if SOAKING else (network.lose,):
        await cut_off(fleet, network, cut)
    await kill(fleet, "b")
    await fleet.start("c")
    await fleet.until(lambda owners: set(owners.values()) == {"a", "c"})
    form = await open_form(fleet)
    await kill(fleet, "a")
    await send_form(fleet, form)
    await replace(fleet, "c", "d", pairs, bounded(4, 60))


@pytest.mark.skipif(not SOAKING, reason="takes five minutes: SOAK=1")
async def test_a_game_survives_repeated_kills_of_processes(fleet: Fleet) -> None:
    """One of two processes is killed, twenty times. The game then replays to its position."""
    chance, names = random.Random(5), count(1)
    await fleet.start("p0")
    await open_table(fleet.machine.client.person(ADA), computers=2)
    for _ in range(20):
        await fleet.start(f"p{next(names)}")
        await fleet.until(lambda owners: set(owners.values()) == set(fleet.processes))
        await kill(fleet, chance.choice(list(fleet.processes)))
    (last,) = fleet.processes
    assert await fleet.end(last, kill=False) == 0
    record, log_of_actions = await fleet.machine.stored()
    assert replayed(record, log_of_actions) == record.state
