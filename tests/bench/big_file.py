"""A database of 100,000 games: how long others wait while a person's data is exported or a server is deleted.

`python -m tests.bench.big_file [folder]` builds it (one minute, 400 MB) and prints the figures.
"""

from __future__ import annotations

import asyncio
import random
import sqlite3
import sys
import tempfile
import time
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from bot.tables.model.records import Phase, Seat
from bot.tables.model.share import ALL
from bot.tables.runtime import departures, forgetting
from db.store import SqliteStore
from tests.db.examples import a_lobby

if TYPE_CHECKING:
    from collections.abc import Awaitable, Iterator

GAMES, PEOPLE, GUILDS = 100_000, 20_000, 500
ACTIONS = 20
BIG_GUILD, BIG_GUILD_GAMES = 3, 3_000
REGULAR, REGULAR_GAMES = 1, 2_000
"""A person who has played 2,000 games, one in fifty."""
SNAPSHOT = "x" * 1_500
FIRST_GUILD = 10
_PROBE_SECONDS = 0.002


def build(path: Path) -> None:
    """Fill the file with the rows of finished games for four."""
    asyncio.run(_made(path))
    with closing(sqlite3.connect(path)) as sql:
        columns = [row[1] for row in sql.execute("PRAGMA table_info(tables)")]
        model = dict(zip(columns, sql.execute("SELECT * FROM tables").fetchone(), strict=True))
        for table in ("tables", "snapshots", "seats", "table_people"):
            sql.execute(f"DELETE FROM {table}")  # noqa: S608  # the model's rows
        marks = ", ".join("?" * len(columns))
        with sql:
            sql.executemany(f"INSERT INTO tables VALUES ({marks})", _tables(model))  # noqa: S608
            sql.executemany(
                "INSERT INTO snapshots (table_id, state, recent) VALUES (?, ?, '[]')",
                ((i, SNAPSHOT) for i in range(1, GAMES + 1)),
            )
            sql.executemany(
                "INSERT INTO seats (table_id, seat, name, person) VALUES (?, ?, ?, ?)",
                ((i, n, f"Person {one}", one) for i in range(1, GAMES + 1) for n, one in enumerate(_people(i))),
            )
            sql.executemany("INSERT INTO actions VALUES (?, ?, ?, 'draw stock', ?, 1.0)", _actions())
            sql.executemany(
                "INSERT INTO messages (table_id, audience, channel_id, message_id, sent_at, version)"
                " VALUES (?, ?, 1, 1, 1.0, 1)",
                ((i, audience) for i in range(1, GAMES + 1) for audience in (0, *_people(i)[:2])),
            )
            _fill_results(sql)
            sql.execute("INSERT INTO table_people SELECT DISTINCT table_id, person FROM seats")
        sql.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # else the first to write would flush everything to disk


def guild_of(number: int) -> int:
    return BIG_GUILD if number % (GAMES // BIG_GUILD_GAMES) == 0 else FIRST_GUILD + number % GUILDS


async def _made(path: Path) -> None:
    store = await SqliteStore.open(path)
    seats = tuple(Seat(f"Person {one}", one) for one in (1, 2, 3, 4))
    table = a_lobby(phase=Phase.OVER, seats=seats, guild_id=1, ended_at=1.0, start_interaction=1)
    await store.tables.create(table, None)
    await store.close()


def _people(number: int) -> list[int]:
    chance = random.Random(number)
    people = chance.sample(range(2, PEOPLE), 4)
    if number % (GAMES // REGULAR_GAMES) == 0:
        people[0] = REGULAR
    return people


def _tables(model: dict[str, object]) -> Iterator[tuple[object, ...]]:
    for number in range(1, GAMES + 1):
        people = _people(number)
        own = {
            "id": number,
            "guild_id": guild_of(number),
            "channel_id": 1_000_000 + number,
            "host": people[0],
            "announced_version": 1,
            "rematch_of": number - GUILDS if number % 3 == 0 and number > GUILDS else None,
            "invited": f"[{people[1]}]",
        }
        if own["rematch_of"] is not None and guild_of(number - GUILDS) != guild_of(number):
            own["rematch_of"] = None
        yield tuple((model | own).values())


def _actions() -> Iterator[tuple[int, int, int, int]]:
    for number in range(1, GAMES + 1):
        people = _people(number)
        for action in range(1, ACTIONS + 1):
            yield number, action, action % 4, people[action % 4]


def _fill_results(sql: sqlite3.Connection) -> None:
    sql.executemany(
        "INSERT INTO results (id, table_id, guild_id, game, season, ended_at, ladder)"
        " VALUES (?, ?, ?, 'three_thirteen', 1, 1.0, 'people')",
        ((i, i, guild_of(i)) for i in range(1, GAMES + 1)),
    )
    sql.executemany(
        "INSERT INTO result_seats (result_id, number, guild_id, seat, person, level, rank, score, helped, left_early)"
        " VALUES (?, ?, ?, ?, ?, '', ?, 5, 0, 0)",
        ((i, n, guild_of(i), n, one, n + 1) for i in range(1, GAMES + 1) for n, one in enumerate(_people(i))),
    )
    sql.executemany(
        "INSERT INTO rating_changes VALUES (?, ?, ?, '', 25.0, 8.0, 1, 25.1, 7.9)",
        ((i, guild, one) for i in range(1, GAMES + 1) for one in _people(i) for guild in (0, guild_of(i))),
    )


@dataclass
class Waits:
    """The longest that others waited: the slowest read, the slowest write, and the largest delay of the event loop."""

    read: float = 0.0
    write: float = 0.0
    loop: float = 0.0
    took: float = 0.0
    _done: bool = field(default=False, repr=False)

    def __str__(self) -> str:
        return (
            f"took {self.took:.2f} s; others waited at most {self.read * 1000:.0f} ms to read, "
            f"{self.write * 1000:.0f} ms to write; the event loop came {self.loop * 1000:.0f} ms late"
        )

    @property
    def longest(self) -> float:
        return max(self.read, self.write, self.loop)


async def waits_during(store: SqliteStore, *work: Awaitable[object]) -> Waits:
    """Do the work while others read and write continuously, and return how long they waited."""
    waits = Waits()
    probes = [asyncio.create_task(probe) for probe in (_read(store, waits), _write(store, waits), _tick(waits))]
    await asyncio.sleep(0.1)
    began = time.monotonic()
    await asyncio.gather(*work)
    waits.took = time.monotonic() - began
    await asyncio.sleep(0.05)
    waits._done = True
    await asyncio.gather(*probes)
    return waits


async def _read(store: SqliteStore, waits: Waits) -> None:
    chance = random.Random(1)
    while not waits._done:
        asked = time.monotonic()
        await store.tables.load(chance.randrange(1, GAMES))
        waits.read = max(waits.read, time.monotonic() - asked)
        await asyncio.sleep(_PROBE_SECONDS)


async def _write(store: SqliteStore, waits: Waits) -> None:
    while not waits._done:
        asked = time.monotonic()
        await store.deadlines.beat(asked, share=ALL)
        waits.write = max(waits.write, time.monotonic() - asked)
        await asyncio.sleep(_PROBE_SECONDS)


async def _tick(waits: Waits) -> None:
    while not waits._done:
        asked = time.monotonic()
        await asyncio.sleep(_PROBE_SECONDS)
        waits.loop = max(waits.loop, time.monotonic() - asked - _PROBE_SECONDS)


async def delete_guild(store: SqliteStore, guild_id: int) -> None:
    """Delete a server, as `bot.tables.runtime.departures` does."""
    while await store.people.delete_tables(guild_id, departures.BATCH_SIZE):
        pass
    await store.people.delete_guild(guild_id)


async def forget(store: SqliteStore, person: int) -> None:
    """Forget a person, as `bot.tables.runtime.forgetting` does."""
    about = await store.people.tables_about(person)
    for start in range(0, len(about), forgetting.BATCH_SIZE):
        await store.people.forget_in_tables(person, about[start : start + forgetting.BATCH_SIZE])
    await store.people.forget_person(person)


async def measure(path: Path) -> dict[str, Waits]:
    """Return how long others waited, by the kind of work."""
    began = time.monotonic()
    store = await SqliteStore.open(path)
    print(f"opened in {time.monotonic() - began:.1f} s", flush=True)  # noqa: T201
    people = store.people
    found = {
        "nothing": await waits_during(store, asyncio.sleep(1)),
        "an export": await waits_during(store, people.all_about(REGULAR)),
        "five exports at once": await waits_during(store, *(people.all_about(one) for one in range(1, 6))),
        "/stats of 2,000 games": await waits_during(store, store.records.all_games_of(REGULAR, None)),
        "the tables that name somebody": await waits_during(store, people.tables_about(REGULAR)),
        "somebody with 2,000 games forgotten": await waits_during(store, forget(store, REGULAR)),
        "a server of 3,000 tables deleted": await waits_during(store, delete_guild(store, BIG_GUILD)),
    }
    await store.close()
    return found


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(dir=sys.argv[1] if len(sys.argv) > 1 else None) as folder:
        file = Path(folder) / "bot.db"
        build(file)
        print(f"{file.stat().st_size / 2**20:.0f} MiB")  # noqa: T201
        for what, waits in asyncio.run(measure(file)).items():
            print(f"{what}: {waits}")  # noqa: T201
