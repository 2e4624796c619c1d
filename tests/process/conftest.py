"""The bot as a process of its own, on a wire that outlives it: started, killed and stopped as on a host's machine.

The wire runs in the test's process, which spares each test from starting one more. Bots are forked, except in tests
that are about their command.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import aiohttp
import pytest
from simcord.backend.models import User

from bot.playground import world
from bot.playground.wire import Wire
from db.store import open_store
from tests import fresh_database
from tests.playground.real_bot import WITHOUT_CERTIFICATES
from tests.process import forked
from tests.wire_client import WireClient, components

if TYPE_CHECKING:
    from asyncio.subprocess import Process as Executed
    from collections.abc import AsyncIterator, Callable, Mapping, Sequence
    from typing import TypeAlias

    from bot.playground.wire import Address
    from bot.tables.model.action_log import LoggedAction
    from bot.tables.model.records import TableRecord
    from tests.process.forked import ForkedBot
    from tests.wire_client import PersonClient

    Process: TypeAlias = Executed | ForkedBot

CARDS, LOUNGE = (channel[0] for channel in world.CHANNELS)
ADA, BRUNO = (person.id for person in world.PEOPLE[:2])
ADA_DM = world.PEOPLE[0].dm
ROOT = Path(__file__).parents[2]
BUTTON = 2
COMMAND = (sys.executable, "-m", "bot", "run")


class Machine:
    """A wire and, from time to time, a bot in a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.database = folder / "tables.sqlite3"
        self.database_url = ""
        """The address of a PostgreSQL database to use instead of that file."""
        self.bot: Process | None = None
        self.program: Callable[[], int] = forked.run
        """What a forked bot runs."""
        self.command: Sequence[str] = ()
        """A command to start the bot with, which is not forked then."""
        self.client: WireClient
        self._log = folder / "log.txt"
        self._clock = folder / "clock.txt"
        self.wire = Wire()
        self._address: Address

    async def __aenter__(self) -> Self:
        self._address = await self.wire.start()
        self.client = await WireClient(self._address.url, self._address.secret).__aenter__()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.client.__aexit__(None, None, None)
        if self.bot is not None and self.bot.returncode is None:
            self.bot.kill()
            await self.bot.wait()
        await self.wire.close()

    async def do(self, person: int, act: str, **what: Any) -> dict[str, Any]:
        """Act as a person, but not over HTTP: a load test has to leave the machine to the bot."""
        return await self.wire.people.act(person, {"do": act, **what})

    async def seen(
        self, person: int, place: int, wanted: Callable[[dict[str, Any]], bool], *more: int, seconds: float = 60.0
    ) -> dict[str, Any]:
        """Wait for a message that fits, in `place` or in one of `more`, and return the newest one.

        The messages are searched whenever anything changes.
        """
        places = (place, *more)
        changed = asyncio.Event()

        def look(channel: int, _message: int) -> None:
            if channel in places:
                changed.set()

        self.wire.backend.message_listeners.append(look)
        try:
            async with asyncio.timeout(seconds):
                while True:
                    changed.clear()
                    for one in places:
                        for message in reversed(self.wire.backend.history_for(person, one)):
                            if wanted(message):
                                return message
                    await changed.wait()
        finally:
            self.wire.backend.message_listeners.remove(look)

    @property
    def log(self) -> str:
        """What all bots wrote to standard error."""
        return self._log.read_text()

    @property
    def tokens(self) -> tuple[str, ...]:
        """The tokens that let a program act as the bot: its own, and those of all interactions."""
        return (self._address.token, *self.wire.backend.interaction_tokens)

    @property
    def errors(self) -> list[str]:
        """The errors in the log, except discord.py's attempts to reconnect, which it logs as errors."""
        lines = self.log.splitlines()
        return [line for line in lines if "ERROR" in line and "Attempting a reconnect" not in line]

    def set_clock(self, seconds: float) -> None:
        """Move the clock of a `skewed` bot's machine forward, or back if negative. A machine that sleeps has the same
        effect.
        """
        before = float(self._clock.read_text()) if self._clock.exists() else 0.0
        new = self._clock.with_suffix(".new")
        new.write_text(str(before + seconds))
        new.replace(self._clock)

    async def pause(self, seconds: float) -> None:
        """Stop the bot's process for that long."""
        assert self.bot is not None
        self.bot.send_signal(signal.SIGSTOP)
        await asyncio.sleep(seconds)
        self.bot.send_signal(signal.SIGCONT)

    @property
    def url(self) -> str:
        """The wire's address."""
        return self._address.url

    async def start_bot(self, **settings: str) -> None:
        """Start the bot and wait until it is connected."""
        await self._start(self._environment(settings))
        await self.client.until_online(seconds=60)

    async def start_in_vain(self, **settings: str) -> int:
        """Start a bot that cannot run, wait for its end, and return its exit code."""
        await self._start(self._environment(settings))
        assert self.bot is not None
        return await asyncio.wait_for(self.bot.wait(), 60)

    async def _start(self, environment: Mapping[str, str]) -> None:
        if not self.command:
            if not self.database_url:
                fresh_database.begin(self.database)
            self.bot = await forked.fork(self.program, self.folder, environment, self._log)
            return
        with self._log.open("ab") as log:
            self.bot = await asyncio.create_subprocess_exec(*self.command, cwd=self.folder, env=environment, stderr=log)

    def _environment(self, settings: Mapping[str, str]) -> dict[str, str]:
        usual = {
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(ROOT),
            **WITHOUT_CERTIFICATES,
            "DISCORD_TOKEN": self._address.token,
            "WIRE_URL": self._address.url,
            "DATABASE_PATH": str(self.database),
            "DATABASE_URL": self.database_url,
            "BOT_MOVE_DELAY": "0",
            "CARD_EMOJIS": "off",
            "DAILY_PUZZLES": "off",
            "BOARD_EDIT_INTERVAL": "0.2",
            "THINK_PROCESSES": "1",
            "PRESSES_A_SECOND": "0",
            "SHARD_LEASE_SECONDS": "6",  # on PostgreSQL, the time until a killed process may be replaced; 30 by default
            "TABLES_A_PERSON": "1000",
            "TABLES_A_SERVER": "1000",
            "CLOCK_IS_OFF_BY": str(self._clock),
        }
        return {**usual, **settings}

    async def kill_bot(self) -> None:
        """Kill the bot with SIGKILL, so that it cannot say goodbye."""
        assert self.bot is not None
        self.bot.kill()
        await self.bot.wait()
        await self.client.until_online(online=False)

    async def stop_bot(self) -> int:
        """Stop the bot with SIGTERM, as a service manager does, and return its exit code."""
        assert self.bot is not None
        self.bot.send_signal(signal.SIGTERM)
        return await asyncio.wait_for(self.bot.wait(), 60)

    async def stored(self, table: int = 1) -> tuple[TableRecord, tuple[LoggedAction, ...]]:
        """Load a table and its actions from the database, while no bot runs."""
        store = await open_store(self.database, self.database_url)
        try:
            record = await store.tables.load(table)
            assert record is not None
            return record, await store.tables.actions(table)
        finally:
            await store.close()


def people_of(machine: Machine, number: int) -> list[int]:
    """Add people to the server, besides those of the playground, and return their ids."""
    backend = machine.wire.backend
    ids = [world.PEOPLE[0].id + 10_000 + index for index in range(number)]
    for index, person in enumerate(ids):
        backend.users[person] = User(id=person, name=f"person{index}", global_name=f"Person {index}")
        backend.add_member(world.GUILD_ID, person)
        backend._planned = place_of(person)
        backend.get_dm_channel(person)
    return ids


def place_of(person: int) -> int:
    """The id of the DM channel between the bot and one of `people_of`."""
    return person + 1_000_000


def controls(message: dict[str, Any]) -> list[dict[str, Any]]:
    """The buttons of a message that can be pressed and reach the bot, which links do not."""
    buttons = [part for part in components(message) if part["type"] == BUTTON and "custom_id" in part]
    return [part for part in buttons if not part.get("disabled")]


async def open_table(person: PersonClient, computers: int = 3, game: str = "three-thirteen", **options: object) -> None:
    """Open a table with computer players, and deal when its board is there, which takes longer on a busy machine."""
    await person.slash(CARDS, "table new", game=game, bots=computers, **options)
    await person.until(CARDS, lambda board: bool(controls(board)))
    await person.slash(CARDS, "table start")


async def legal(person: PersonClient, *, seconds: float = 60.0) -> list[str]:
    """Wait for the person's turn, and return their legal actions."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        choices = await person.autocomplete(CARDS, "move", "action", action="")
        if choices:
            return [choice["value"] for choice in choices]
        await asyncio.sleep(0.05)
    raise TimeoutError("It never was this person's turn.")


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


async def numbers(port: int) -> dict[str, float]:
    """The bot's metrics, by name with labels."""
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"http://127.0.0.1:{port}/metrics") as answer,
    ):
        text = await answer.text()
    lines = (line.rsplit(" ", 1) for line in text.splitlines() if line and not line.startswith("#"))
    return {name: float(value) for name, value in lines}


@pytest.fixture
async def machine(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> AsyncIterator[Machine]:
    """A machine with a wire and no bot yet. The test fails if the wire logs an error."""
    async with Machine(tmp_path) as machine:
        yield machine
    failures = [record for record in caplog.get_records("call") if record.levelno >= logging.ERROR]
    assert not failures, [record.getMessage() for record in failures]
