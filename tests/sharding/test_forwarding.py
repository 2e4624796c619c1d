"""An interaction about a table of another process is answered there or, failing that, by the process
that received it.
"""

from __future__ import annotations

import asyncio
import base64
import random
import zlib
from typing import TYPE_CHECKING, Any
from unittest.mock import AsyncMock

import pytest

from bot.sharding import forwarding
from bot.sharding.forwarding import PRESS, TAKEN, Forwarding
from bot.sharding.processes import is_about_a_table
from bot.sharding.sealing import Seal, UnreadableError
from bot.tables.model.stores import StoreUnavailableError
from db.engines.shielded import shielded
from tests.commands import loaded

if TYPE_CHECKING:
    from collections.abc import Callable

TABLE, ADA = 7, 3


@pytest.fixture(autouse=True)
def _short_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forwarding, "TAKE_TIMEOUT_SECONDS", 0.2)
    monkeypatch.setattr(forwarding, "CONFIRM_SECONDS", 0.001)


class Clock:
    """The database's clock."""

    def __init__(self) -> None:
        self.time = 1000.0

    def now(self) -> float:
        return self.time


class Database:
    """A database from which every process receives all notices, even its own."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.processes: list[Process] = []
        self.shards: dict[int, int] = {TABLE: 1}
        self.people: dict[int, frozenset[int]] = {ADA: frozenset({1})}
        self.waiting: int | None = None
        self.said: list[str] = []
        self.is_away = False
        self.silent = ""
        self.speaks = asyncio.Event()
        self.bot_token = "token"

    async def of_table(self, table: int) -> int | None:
        await self.may_be_silent("of_table")
        self.check()
        return self.shards.get(table)

    async def of_person(self, person: int) -> frozenset[int]:
        self.check()
        return self.people.get(person, frozenset())

    async def shard_of_waiting(self, _person: int) -> int | None:
        return self.waiting

    async def notify(self, notice: str) -> None:
        await self.may_be_silent("tell")
        self.check()
        self.said.append(notice)
        for process in self.processes:
            if process.hears:
                process.forwarding.handle_notice(notice)

    def check(self) -> None:
        if self.is_away:
            raise StoreUnavailableError("away")

    async def may_be_silent(self, asked: str) -> None:
        """Like the real store: work in progress ends when the server answers, not when it is cancelled."""
        if self.silent == asked:
            await shielded(asyncio.ensure_future(self.speaks.wait()))

    def kinds(self) -> list[str]:
        return [notice.partition(":")[0] for notice in self.said]


class Process:
    """A process that has some shards."""

    def __init__(self, database: Database, *shards: int) -> None:
        self.shards = set(shards)
        self.database = database
        self.answered: list[int] = []
        self.kept: list[Any] = []
        self.keeping: Exception | None = None
        self.hears = True
        store: Any = database
        clock: Any = database.clock
        seal = Seal(database.bot_token)
        self.forwarding = Forwarding(
            store, clock, self, seal, lambda name: name == "move", database.shard_of_waiting, self.answer, self.keep
        )
        database.processes.append(self)

    @property
    def has_others(self) -> bool:
        return len(self.database.processes) > 1

    def holds(self, shard: int) -> bool:
        return shard in self.shards

    def answer(self, data: dict[str, Any]) -> None:
        self.answered.append(int(data["id"]))

    async def keep(self, hand: dict[str, Any]) -> None:
        if self.keeping is not None:
            raise self.keeping
        self.kept.append(hand)

    async def get(self, data: dict[str, Any]) -> None:
        """Receive an interaction from Discord, and wait until somebody has taken it."""
        self.forwarding.receive(data)
        await self.forwarding.close()


@pytest.fixture
def database() -> Database:
    return Database(Clock())


@pytest.fixture
def first(database: Database) -> Process:
    """The process with shard 0, through which Discord sends everything."""
    return Process(database, 0)


@pytest.fixture
def owner(database: Database, first: Process) -> Process:
    """The process that looks after the table."""
    return Process(database, 1)


def press(number: int = 1, custom_id: str = f"b:{TABLE}:act:3:draw stock") -> dict[str, Any]:
    return {"id": str(number), "type": 3, "data": {"custom_id": custom_id}, "user": {"id": str(ADA)}, "token": "secret"}


def command(name: str, number: int = 1, **options: str) -> dict[str, Any]:
    given = [{"name": option, "value": value} for option, value in options.items()]
    return {"id": str(number), "type": 2, "data": {"name": name, "options": given}, "user": {"id": str(ADA)}}


async def until(wanted: Callable[[], bool]) -> None:
    async with asyncio.timeout(5):
        while not wanted():
            await asyncio.sleep(0.001)


@pytest.mark.parametrize(
    "data",
    [
        press(),
        {**press(custom_id=f"m:{TABLE}:seat:3:"), "type": 5},
        command("move", action="draw"),
        command("hand", table=f"#{TABLE}"),
    ],
    ids=["button", "form", "command of a player at one process's tables", "command that names a table"],
)
async def test_the_process_of_the_table_answers(
    database: Database, first: Process, owner: Process, data: dict[str, Any]
) -> None:
    await first.get(data)
    await owner.forwarding.close()
    assert (first.answered, owner.answered) == ([], [1])
    assert database.kinds() == [PRESS, TAKEN]


@pytest.mark.parametrize(
    "data",
    [
        press(custom_id=f"b:{TABLE + 1}:act:3:draw stock"),
        press(custom_id="b:0:settings::"),
        command("help"),
        command("move", table="nonsense"),
        {**command("move"), "type": 4},
    ],
    ids=["own table", "no table", "command about no table", "person at own tables", "autocomplete"],
)
async def test_interactions_that_need_no_forwarding_are_answered_at_once(
    database: Database, first: Process, owner: Process, data: dict[str, Any]
) -> None:
    database.shards[TABLE + 1] = 0
    database.people[ADA] = frozenset({0, 1})
    await first.get(data)
    assert (first.answered, owner.answered, database.said) == ([1], [], [])


@pytest.mark.parametrize(
    ("place", "is_handed_on"),
    [({"context": 1}, True), ({"context": 2}, False), ({"context": 0, "guild_id": "5"}, False)],
    ids=["direct messages", "group", "server without the bot"],
)
async def test_a_command_in_direct_messages_is_about_the_table_that_waits(
    database: Database, first: Process, owner: Process, place: dict[str, Any], *, is_handed_on: bool
) -> None:
    """The person also plays at a table of the process that receives the command, which used to answer. Elsewhere, the
    command may be about the table of that place.
    """
    database.people[ADA], database.waiting = frozenset({0, 1}), 1
    await first.get(command("move", action="draw") | place)
    await owner.forwarding.close()
    assert (first.answered, owner.answered) == (([], [1]) if is_handed_on else ([1], []))


async def test_a_silent_process_is_not_asked_again_for_a_while(
    database: Database, first: Process, owner: Process
) -> None:
    """The silent process may be dead, cut off, or of an older version. The first press waits for it, the next ones do
    not.
    """
    owner.hears = False
    await first.get(press())
    assert first.answered == [1]
    await first.get(press(2))
    assert first.answered == [1, 2]
    assert database.kinds() == [PRESS]
    owner.hears = True
    database.clock.time += forwarding.UNRESPONSIVE_SECONDS
    await first.get(press(3))
    assert (first.answered, owner.answered) == ([1, 2], [3])


async def test_a_slow_process_ignores_an_expired_notice(database: Database, first: Process, owner: Process) -> None:
    owner.hears = False
    await first.get(press())
    database.clock.time += forwarding.TAKE_TIMEOUT_SECONDS
    owner.forwarding.handle_notice(database.said[0])
    assert (first.answered, owner.answered) == ([1], [])


async def test_every_press_is_answered_while_a_shard_is_handed_over(
    database: Database, first: Process, owner: Process
) -> None:
    owner.shards.clear()
    await first.get(press())
    assert first.answered == [1]
    first.shards.add(1)
    database.clock.time += forwarding.UNRESPONSIVE_SECONDS
    await first.get(press(2))
    assert first.answered == [1, 2]


async def test_without_the_database_the_receiver_answers_everything(
    database: Database, first: Process, owner: Process
) -> None:
    database.is_away = True
    await first.get(press())
    await first.get(press(2, custom_id="b:9:act:3:draw stock"))
    assert (first.answered, owner.answered) == ([1, 2], [])


@pytest.mark.parametrize("silent", ["of_table", "tell"])
async def test_a_hanging_database_delays_no_answer(
    database: Database, first: Process, owner: Process, silent: str
) -> None:
    """Discord's three seconds used to be over when it answered, and the press was lost."""
    database.silent = silent
    first.forwarding.receive(press())
    await until(lambda: first.answered == [1])
    database.clock.time += forwarding.TAKE_TIMEOUT_SECONDS
    database.speaks.set()
    await first.forwarding.close()
    await asyncio.sleep(0.01)
    assert (first.answered, owner.answered) == ([1], [])


async def test_a_damaged_table_keeps_no_command_from_its_answer(
    database: Database, first: Process, owner: Process, caplog: pytest.LogCaptureFixture
) -> None:
    """The command is answered where it arrived, which tells the person. It used to get no answer at all."""
    database.of_person = AsyncMock(side_effect=ValueError("damaged"))  # type: ignore[method-assign]
    await first.get(command("move", action="draw"))
    assert (first.answered, owner.answered) == ([1], [])
    assert [record.levelname for record in caplog.records] == ["ERROR"]


async def test_a_single_process_asks_nobody(database: Database, first: Process) -> None:
    database.is_away = True
    first.forwarding.receive(press())
    assert first.answered == [1]


async def test_several_interactions_are_acknowledged_together(
    database: Database, first: Process, owner: Process
) -> None:
    for number in range(1, 4):
        first.forwarding.receive(press(number))
    await first.forwarding.close()
    assert owner.answered == [1, 2, 3]
    assert database.said[-1] == f"{TAKEN}:1:2:3"


async def test_a_press_forwarded_twice_is_answered_once(database: Database, first: Process, owner: Process) -> None:
    """While shard 0 changes hands, both receive it from Discord, and both hear that it is taken."""
    heir = Process(database, 0)
    for process in (first, heir):
        process.forwarding.receive(press())
    for process in (first, heir):
        await process.forwarding.close()
    assert (first.answered, heir.answered, owner.answered) == ([], [], [1])


async def test_an_interaction_too_large_for_a_notice_is_not_forwarded(
    database: Database, first: Process, owner: Process
) -> None:
    noise = random.Random(1).randbytes(forwarding.MAX_NOTICE_BYTES).hex()
    await first.get({**press(), "message": noise})
    assert (first.answered, database.said) == ([1], [])
    await first.get({**press(2), "message": "the same card again, " * 2000})
    assert owner.answered == [2]


@pytest.mark.parametrize("notice", [f"{PRESS}:1:2000.0:unsealed", f"{PRESS}:1", f"{TAKEN}:a"])
async def test_an_unreadable_notice_is_only_logged(
    owner: Process, caplog: pytest.LogCaptureFixture, notice: str
) -> None:
    """A notice that cannot be understood may come from another version."""
    assert owner.forwarding.handle_notice(notice)
    assert caplog.records


async def test_commands_about_a_table_are_those_with_a_table_option() -> None:
    wanted = {"move": True, "hand": True, "undo": True, "help": False, "table": False, "nonsense": False}
    async with loaded() as bot:
        assert {name: is_about_a_table(bot.tree, name) for name in wanted} == wanted


async def test_the_database_cannot_read_a_token(database: Database, first: Process, owner: Process) -> None:
    """The database may log its statements, and anybody who reads a token there could answer as the bot."""
    await first.get(press())
    sealed = database.said[0].rpartition(":")[2]
    assert Seal(database.bot_token).decrypt(sealed) == press()
    with pytest.raises(zlib.error):
        zlib.decompress(base64.urlsafe_b64decode(sealed))
    with pytest.raises(UnreadableError):
        Seal("another").decrypt(sealed)


async def test_a_process_with_another_token_takes_nothing_and_logs_why(
    database: Database, first: Process, caplog: pytest.LogCaptureFixture
) -> None:
    """The host has reset the token, but not for every process yet."""
    database.bot_token = "another"
    other = Process(database, 1)
    await first.get(press())
    assert (first.answered, other.answered) == ([1], [])
    assert "DISCORD_TOKEN" in caplog.text


HAND = {"table": TABLE, "person": ADA, "by": {"token": "secret"}}


async def test_a_private_hand_is_handed_to_the_process_of_its_table(
    database: Database, first: Process, owner: Process
) -> None:
    third = Process(database, 2)
    await first.forwarding.hand_on(1, HAND)
    await owner.forwarding.close()
    assert (first.kept, owner.kept, third.kept) == ([], [HAND], [])
    assert "secret" not in database.said[-1]


async def test_a_private_hand_that_cannot_be_handed_on_is_no_error(
    database: Database, first: Process, owner: Process, caplog: pytest.LogCaptureFixture
) -> None:
    owner.keeping = StoreUnavailableError("away")
    with caplog.at_level("INFO"):
        await first.forwarding.hand_on(1, HAND)
        await owner.forwarding.close()
        database.is_away = True
        await first.forwarding.hand_on(1, HAND)
    assert [record.levelname for record in caplog.records] == ["INFO", "INFO"]
    assert owner.kept == []


async def test_a_failure_to_keep_a_private_hand_is_logged(
    first: Process, owner: Process, caplog: pytest.LogCaptureFixture
) -> None:
    owner.keeping = KeyError("table")
    await first.forwarding.hand_on(1, HAND)
    await owner.forwarding.close()
    assert [record.levelname for record in caplog.records] == ["ERROR"]
    owner.keeping = None
    await first.forwarding.hand_on(1, HAND)
    await owner.forwarding.close()
    assert owner.kept == [HAND]
