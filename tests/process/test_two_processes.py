"""Two processes of one bot on one PostgreSQL: each has a shard, either may die, stop or come back, and games go on."""

from __future__ import annotations

import asyncio
import time
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import pytest

from bot.playground import world
from bot.playground.wire import Wire
from bot.tables.model.leases import Claim
from bot.tables.model.share import shard_of
from db.store import PostgresStore
from tests.process.conftest import ADA, ADA_DM, CARDS, Machine, controls, legal, open_table
from tests.soaking import SOAKING

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from tests.postgres import Server

SHARDS = 2
LEASE = 3.0
GUILD_SHARD = shard_of(world.GUILD_ID, SHARDS)
SETTINGS = {"BOT_SHARD_COUNT": str(SHARDS), "SHARD_LEASE_SECONDS": str(LEASE)}


class Fleet:
    """A machine on which processes of a bot come and go."""

    def __init__(self, machine: Machine, store: PostgresStore) -> None:
        self.machine = machine
        self.store = store
        self.processes: dict[str, asyncio.subprocess.Process] = {}

    async def start(self, name: str, **settings: str) -> None:
        """Start one, and wait until it has a shard."""
        await self.machine.start_bot(BOT_PROCESS=name, **SETTINGS, **settings)
        assert self.machine.bot is not None
        self.processes[name] = self.machine.bot
        await self.until(lambda owners: name in owners.values())
        async with asyncio.timeout(40):
            while self.machine.log.count("Ready in") < len(self.processes):
                await asyncio.sleep(0.05)

    async def owners(self) -> dict[int, str | None]:
        """Which living process has each shard."""
        rows: list[Any] = await self.store.database.read(
            lambda sql: sql.execute(
                "SELECT number, owner FROM shards WHERE owner IN (SELECT name FROM processes WHERE until > "
                "extract(epoch FROM clock_timestamp()))"
            ).fetchall()
        )
        return dict(rows)

    async def until(self, wanted: Any, seconds: float = 40.0) -> dict[int, str | None]:
        end = time.monotonic() + seconds
        while not wanted(owners := await self.owners()):
            assert time.monotonic() < end, (owners, self.machine.log[-3000:])
            await asyncio.sleep(0.1)
        return owners

    async def end(self, name: str, *, kill: bool) -> int:
        process = self.processes.pop(name)
        (process.kill if kill else process.terminate)()
        return await asyncio.wait_for(process.wait(), 40)


@pytest.fixture
async def fleet(tmp_path: Path, postgres: Server) -> AsyncIterator[Fleet]:
    url = postgres.copy()
    async with running(tmp_path, url) as fleet:
        yield fleet
    postgres.drop(url)


@asynccontextmanager
async def running(folder: Path, url: str) -> AsyncIterator[Fleet]:
    store = await PostgresStore.open(url)
    try:
        machine = Machine(folder)
        machine.wire = Wire(shards=SHARDS, max_concurrency=16)
        machine.database_url = url
        async with machine:
            fleet = Fleet(machine, store)
            yield fleet
            for name in tuple(fleet.processes):
                await fleet.end(name, kill=True)
            assert not machine.errors, machine.errors
    finally:
        await store.close()


async def moves(fleet: Fleet) -> int:
    return len(await fleet.store.tables.actions(1))


async def press_in_dm(fleet: Fleet, label: str) -> None:
    """Press a button of Ada's hand, which reaches the process of shard 0."""
    person = fleet.machine.client.person(ADA)
    hand = await person.until(ADA_DM, lambda it: any(label in (c.get("label") or "") for c in controls(it)))
    await person.click(hand, next(c["custom_id"] for c in controls(hand) if label in (c.get("label") or "")))


async def test_a_process_that_does_not_go_with_the_others_says_so_in_a_line_and_stops(fleet: Fleet) -> None:
    """Here the others are one that is noted to be alive; exit code 2 keeps systemd from starting it again."""
    now = time.time()
    await fleet.store.shards.renew(Claim("there", SHARDS), now, now + 60)
    assert await fleet.machine.start_in_vain(BOT_PROCESS="here", BOT_SHARD_COUNT="3") == 2
    said = fleet.machine.log.strip().splitlines()[-1]
    assert said.startswith("The other processes on this database run with 2 shards, this one would with 3: set")


async def test_a_game_whose_hand_and_board_are_in_different_processes(fleet: Fleet) -> None:
    """The click in the DM is answered by one, the computer players and the board are the other's."""
    await fleet.start("a")
    await fleet.start("b")
    owners = await fleet.until(lambda owners: set(owners) == set(range(SHARDS)) and "b" in owners.values())
    assert owners == {0: "b", GUILD_SHARD: "a"}
    ada = fleet.machine.client.person(ADA)
    await open_table(ada, computers=2)
    before = await moves(fleet)
    started = time.monotonic()
    await press_in_dm(fleet, "Draw")
    await legal(ada)
    assert await moves(fleet) > before
    assert time.monotonic() - started < 10


@pytest.mark.parametrize("dead", ["a", "b"] if SOAKING else ["a"])
async def test_a_killed_process_is_replaced_by_the_other(fleet: Fleet, dead: str) -> None:
    """No answered move is lost or doubled, and the game goes on without a hand."""
    await fleet.start("a")
    await fleet.start("b")
    await fleet.until(lambda owners: set(owners.values()) == {"a", "b"})
    ada = fleet.machine.client.person(ADA)
    await open_table(ada, computers=2)
    await press_in_dm(fleet, "Draw")
    done = await moves(fleet)
    killed = time.monotonic()
    await fleet.end(dead, kill=True)
    (left,) = fleet.processes
    await fleet.until(lambda owners: owners == dict.fromkeys(range(SHARDS), left))
    assert await moves(fleet) >= done
    assert await legal(ada)
    await ada.slash(CARDS, "move", action=(await legal(ada))[0])
    assert await moves(fleet) > done
    assert time.monotonic() - killed < 60


async def test_a_rolling_restart_fails_no_click(fleet: Fleet) -> None:
    """The new process connects first, then gets the leases; somebody clicks all the while."""
    await fleet.start("a")
    ada = fleet.machine.client.person(ADA)
    await open_table(ada, computers=2)
    answers: list[str] = []
    over = asyncio.Event()

    async def click_on() -> None:
        while not over.is_set():
            answers.append((await ada.slash(CARDS, "table status"))["outcome"])
            await asyncio.sleep(0.1)

    clicking = asyncio.ensure_future(click_on())
    await fleet.start("b")
    assert await fleet.end("a", kill=False) == 0
    await fleet.until(lambda owners: owners == dict.fromkeys(range(SHARDS), "b"))
    await asyncio.sleep(0.5)
    over.set()
    await clicking
    assert len(answers) > 20
    assert "failed" not in answers
    done = await moves(fleet)
    await press_in_dm(fleet, "Draw")
    assert await moves(fleet) > done
