"""Whatever stands in any column of the database, nothing but what it belongs to stands still.

The columns are those of the schema, so a new one is tried without being named here. The database is that of version
0.2.0, which has something of almost everything; `FILL` adds the rest.
"""

from __future__ import annotations

import itertools
import logging
import sqlite3
import tempfile
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from bot.players.request import Request, simple_answer
from tests import fresh_database
from tests.e2e.older.older import Older, stored
from tests.e2e.table_talk import control, text
from tests.inline_workers import InlineWorkers
from tests.soaking import SOAKING, bounded

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.players.player import Choice
    from bot.rules.game import AnyView
    from bot.settings import Settings

FACTS, DATABASE = stored("0.2.0")
CARDS = FACTS["finished"][0]["channel"]
PASSING = bounded(3600, 24 * 3600)
"""Seconds in which whatever is due happens."""
WORDS = ("tea_break", "", "x\u0000", "x" * 3000)
"""What is stored in place of a text."""
JSON = (
    "[]", "{}", "null", "5", '"x"', '["x"]', "[[1]]", "[-9]", "[null]", "[1e999]", '{"map":{"a":[1]}}', "{", *WORDS
)  # fmt: skip
"""What is stored in place of JSON: it has another shape, or is none."""
VALUES: dict[str, tuple[Any, ...]] = {"JSON": JSON, "TEXT": WORDS}
if SOAKING:
    VALUES["TIME"] = (-1.0, 1e300, float("inf"))
A_TIME = 1e9
"""What is greater is a time in seconds since the epoch."""
AT_ONCE = bounded(1, len(JSON))
"""How many of these values each column is tried with; the columns take turns."""
AREAS = (
    ("tables", "snapshots", "seats", "actions", "drafts", "results", "result_seats", "rating_changes", "reviews",
     "exercises"),
    ("deal_days", "lines", "spent_days"),
    ("puzzle_days", "puzzle_tries", "puzzle_boards"),
    ("plans", "plan_people"),
)  # fmt: skip
"""Tables of which one may be read only after another. Every other table is an area of its own."""
FILL = (
    (
        "INSERT INTO drafts SELECT id, seat, decision, '{{\"map\":{{}}}}' FROM tables JOIN seats ON table_id = id "
        "WHERE phase = 'playing'"
    ),
    (
        "INSERT INTO guild_settings VALUES ({guild}, 'move_delay', '0'), ({guild}, 'barred', '[1]'), "
        "({guild}, 'puzzle_channel', '{channel}'), ({guild}, 'puzzle_hour', '8'), ({guild}, 'language', '\"en\"'), "
        "({guild}, 'allowed_channels', '[]'), ({guild}, 'mentions', '\"away\"'), ({guild}, 'forced_draws', 'true')"
    ),
    "INSERT INTO call_wishes SELECT {guild}, 'notty', id FROM people",
    "INSERT INTO calls_made SELECT id, 1767000000.0 FROM people",
    "INSERT INTO seasons VALUES ({guild}, 2, 1767000000.0)",
    "INSERT INTO puzzle_boards SELECT 'all', {guild}, id, 'A', 1, 1, 1, 100, 5.0 FROM people",
    "INSERT INTO reports SELECT id, id, 1767000000.0, {guild}, {channel}, 5, 1, 'words' FROM people",
    "INSERT INTO sends VALUES (4, 0, 'attempt')",
    "INSERT INTO puzzle_posts VALUES ({guild}, 20000, {channel}, 77)",
    "INSERT INTO spent_days VALUES (20000, 'deal', 'mark', 'salt')",
    "INSERT INTO departures VALUES (5, 1e10)",
)
OWN: tuple[tuple[str, dict[str, Any]], ...] = (
    ("hand", {}), ("tables", {}), ("history", {}), ("replay", {"id": "6"}), ("review", {"id": "1"}), ("train", {}),
    ("learn", {"game": "6 Holes"}), ("daily puzzle", {}), ("daily deal", {}), ("settings", {}), ("privacy export", {}),
)  # fmt: skip
"""Commands about what is stored of the caller."""
OF_OTHERS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("table list", {}), ("leaderboard", {"game": "six-holes"}), ("learn", {}), ("solo", {"game": "notty"}),
)  # fmt: skip
"""Commands of somebody who has nothing to do with it, which are never refused."""
REFUSED = ("is damaged", "does not know")


def schema(path: Path) -> dict[str, dict[str, str]]:
    """The type of every column, by table and column."""
    with closing(sqlite3.connect(path)) as sql:
        tables = sql.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
        names = sorted(name for (name,) in tables.fetchall() if name != "migrations")
        return {name: {row[1]: row[2] for row in sql.execute(f"PRAGMA table_info({name})")} for name in names}


def _schema() -> dict[str, dict[str, str]]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "empty.sqlite3")
        fresh_database.begin(path)
        return schema(path)


SCHEMA = _schema()
KINDS = {"TEXT", "REAL"} if SOAKING else {"TEXT"}
TABLES = [name for name, columns in SCHEMA.items() if KINDS & set(columns.values())]


def _rounds() -> list[list[tuple[str, str]]]:
    """The columns that are spoiled together: one of each area. The soak test spoils each by itself."""
    areas = [*AREAS, *((name,) for name in TABLES if not any(name in area for area in AREAS))]
    texts = [
        [(table, column) for table in area for column, kind in SCHEMA[table].items() if kind in KINDS] for area in areas
    ]
    if SOAKING:
        return [[column] for columns in texts for column in columns]
    return [[column for column in each if column] for each in itertools.zip_longest(*texts)]


ROUNDS = _rounds()
IN_ONE_WORLD = bounded(4, 1)
"""How many rounds the bot is started for one after the other."""


@pytest.fixture
def settings(settings: Settings) -> Settings:
    settings.database_path.write_bytes(DATABASE)
    return replace(settings, bot_move_delay=0)


class Spoilt(NamedTuple):
    """A value in every row of a column."""

    table: str
    column: str
    value: Any

    def __str__(self) -> str:
        return f"{self.table}.{self.column} = {str(self.value)[:40]!r}"


class Spoiling:
    """The filled database, and the bot that is started again on copies of it in which columns are spoiled."""

    def __init__(self, older: Older, caplog: pytest.LogCaptureFixture) -> None:
        self.older, self.world, self.caplog = older, older.world, caplog
        self.channel = older.kept.channels[CARDS]
        self.anna = older.person("anna", CARDS)
        self.zoe = self.channel.guild.add_member(self.world.env.create_user("zoe"))
        self.elsewhere = self.channel.guild.create_text_channel("elsewhere")
        self.sound = self._filled()
        self.found: list[str] = []

    def _filled(self) -> bytes:
        with closing(sqlite3.connect(self.world.settings.database_path)) as sql:
            stored = sql.serialize()
        with in_memory(stored) as sql:
            for statement in FILL:
                sql.execute(statement.format(guild=self.channel.guild.id, channel=CARDS))
            sql.commit()
            return sql.serialize()

    def tries(self, columns: list[tuple[str, str]]) -> Iterator[list[Spoilt]]:
        """The columns with a value each, in turn with all values that are tried there."""
        for values in itertools.zip_longest(*(self._values(*column) for column in columns)):
            yield [Spoilt(*column, value[0]) for column, value in zip(columns, values, strict=True) if value]

    def _values(self, table: str, column: str) -> list[tuple[Any]]:
        values = VALUES.get(self._kind(table, column), ())
        first = (TABLES.index(table) + list(SCHEMA[table]).index(column)) * AT_ONCE
        chosen = itertools.islice(itertools.cycle(values), first, first + AT_ONCE)
        return [(value,) for value in dict.fromkeys(chosen)]

    def _kind(self, table: str, column: str) -> str:
        """What the column has, also by what is stored there: arrays and objects, or times."""
        with in_memory(self.sound) as sql:
            stored = sql.execute(f'SELECT "{column}" FROM {table} WHERE "{column}" IS NOT NULL').fetchall()  # noqa: S608
        kind = SCHEMA[table][column]
        if kind == "TEXT" and any(value and value[0] in "[{" for (value,) in stored):
            return "JSON"
        if kind == "REAL" and stored and all(value > A_TIME for (value,) in stored):
            return "TIME"
        return kind

    async def faults(self, spoilt: list[Spoilt]) -> list[str]:
        """What goes wrong when the bot is started and used with all these values."""
        database = self._spoiled(spoilt)
        self.caplog.clear()
        self.found = []
        try:
            await self.world.restart(database)
            await self.use()
        except Exception as error:
            error.add_note(f"with {', '.join(map(str, spoilt))}")
            raise
        self.check(spoilt)
        return self.found

    def _spoiled(self, spoilt: list[Spoilt]) -> bytes:
        """The database with those of the values that can be stored there."""
        with in_memory(self.sound) as sql:
            sql.execute("PRAGMA foreign_keys = ON")
            for table, column, value in spoilt:
                with suppress(sqlite3.IntegrityError):
                    sql.execute(f'UPDATE OR IGNORE {table} SET "{column}" = ?', (value,))  # noqa: S608
            sql.commit()
            return sql.serialize()

    async def use(self) -> None:
        """Let Anna use what is stored of her and then delete it, and Zoe what is not hers."""
        for command, options in OWN:
            await self._type(self.anna, self.channel, command, **options)
        for command, options in OF_OTHERS:
            said = await self._type(self.zoe, self.elsewhere, command, **options)
            self.found += [f"{command} of Zoe: {said}"] if any(words in said for words in REFUSED) else []
        await self.world.env.advance_time(PASSING)
        await self._type(self.zoe, self.elsewhere, "table end")
        asked = (await self.anna.slash(self.channel, "privacy delete")).response
        done = text((await self.anna.click(asked, custom_id=control(asked, "forget-me"))).response)
        self.found += [] if "has been deleted" in done else [f"deletion: {done}"]

    async def _type(self, who: Any, channel: Any, command: str, **options: Any) -> str:
        answer = await who.slash(channel, command, **options)
        said = [answer.response, *answer.followups] if answer.response else answer.followups
        words = " ".join(map(text, said))
        self.found += [f"{command}: {words}"] if not said or "went wrong" in words else []
        return words

    def check(self, spoilt: list[Spoilt]) -> None:
        """Check what was said, logged and left of Anna."""
        with closing(sqlite3.connect(self.world.settings.database_path)) as sql:
            for name, columns in schema(self.world.settings.database_path).items():
                for row in sql.execute(f"SELECT * FROM {name}").fetchall():  # noqa: S608
                    left = [column for column, each in zip(columns, row, strict=True) if str(self.anna.id) in str(each)]
                    self.found += [f"left in {name}.{column}" for column in left if name != "guild_settings"]
        for record in self.caplog.get_records("call"):
            line = record.getMessage()
            if record.levelno >= logging.ERROR or record.exc_info:
                self.found.append(f"log: {line} {record.exc_info}")
            if "cannot be read" in line and not any(f"{each.table}." in line for each in spoilt):
                self.found.append(f"log: {line}")
            if any(isinstance(each.value, str) and len(each.value) > 8 and each.value in line for each in spoilt):
                self.found.append("the log has the value")


@contextmanager
def in_memory(stored: bytes) -> Iterator[sqlite3.Connection]:
    """A copy of the database, without its write-ahead log, which has to be a file."""
    with closing(sqlite3.connect(":memory:")) as sql:
        sql.deserialize(stored[:18] + b"\x01\x01" + stored[20:])
        yield sql


@pytest.fixture(autouse=True)
def simple_strategy(monkeypatch: pytest.MonkeyPatch) -> None:
    """The simple strategy moves for a level that nobody knows, as outside of tests."""
    choose = InlineWorkers.choose

    async def choose_or_move_simply(
        workers: InlineWorkers, game: str, level: str, view: AnyView, stream: bytes, budget: float
    ) -> Choice:
        try:
            return await choose(workers, game, level, view, stream, budget)
        except ValueError:
            return simple_answer(Request(game, level, view, stream))

    monkeypatch.setattr(InlineWorkers, "choose", choose_or_move_simply)


@pytest.fixture
def no_errors(caplog: pytest.LogCaptureFixture) -> None:
    """Errors in the log are found with the column."""
    caplog.set_level(logging.INFO)


@pytest.mark.parametrize(
    "rounds",
    [ROUNDS[at : at + IN_ONE_WORLD] for at in range(0, len(ROUNDS), IN_ONE_WORLD)],
    ids=lambda rounds: ".".join(rounds[0][0]),
)
async def test_spoiled_column_stops_nothing_but_what_it_belongs_to(
    older: Older, caplog: pytest.LogCaptureFixture, rounds: Sequence[list[tuple[str, str]]]
) -> None:
    """If something stops, each column of the round is spoiled by itself, to name the one."""
    spoiling = Spoiling(older, caplog)
    found: dict[str, list[str]] = {}
    for spoilt in itertools.chain.from_iterable(map(spoiling.tries, rounds)):
        together = await spoiling.faults(spoilt)
        if together and len(spoilt) > 1:
            alone = {str(each): await spoiling.faults([each]) for each in spoilt}
            found |= {name: faults for name, faults in alone.items() if faults} or {", ".join(alone): together}
        elif together:
            found[str(spoilt[0])] = together
    assert found == {}
