"""Durable moves per second through the store: SQLite and PostgreSQL side by side, with one client and with sixteen.

`python -m tests.bench.engines [rounds]` starts its own PostgreSQL server (local socket, everything flushed to disk) and
opens an SQLite file on the same disk. The two take turns, and the medians and their ratios are printed.
"""

from __future__ import annotations

import asyncio
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from bot.tables.model.records import Deadline, Phase, Seat, Wake
from db.store import PostgresStore, SqliteStore
from tests import postgres
from tests.db.examples import ADA, BEN, NOON, move, saved

if TYPE_CHECKING:
    from bot.tables.model.records import TableRecord
    from db.store import SqlStore

STATE = "x" * 3000
"""About the size of a game for four, halfway through."""
SEATS = (Seat("Ada", ADA), Seat("Ben", BEN), Seat("Computer", None, "easy"))
CROWD = 16
SECONDS = 0.5


async def moves_a_second(store: SqlStore, clients: int) -> float:
    """Return the moves per second when each client plays at its own table as fast as it can."""
    tables = [await saved(store, seats=SEATS, phase=Phase.PLAYING) for _ in range(clients)]
    start = time.perf_counter()
    done = 0

    async def play(table: TableRecord) -> None:
        nonlocal done
        while time.perf_counter() < start + SECONDS:
            deadline = Deadline(Wake.COMPUTER_MOVE, NOON + table.decision, NOON)
            change = move(table, state=f"{STATE}{done}", deadline=deadline)
            await store.tables.save(change)
            table = change.after
            done += 1

    await asyncio.gather(*map(play, tables))
    return done / (time.perf_counter() - start)


async def compare(rounds: int) -> None:
    server, folder = postgres.started(), Path(tempfile.mkdtemp(dir="/tmp"))
    file, network = await SqliteStore.open(folder / "bot.db"), await PostgresStore.open(server.empty())
    try:
        figures: list[tuple[float, ...]] = []
        for _ in range(rounds + 1):
            plays = [(store, clients) for clients in (1, CROWD) for store in (file, network)]
            figures.append(tuple([await moves_a_second(store, clients) for store, clients in plays]))
        warm = zip(*figures[1:], strict=True)
        sqlite, one, sqlite_crowd, crowd = map(statistics.median, warm)
        print(f"one client: SQLite {sqlite:.0f}, PostgreSQL {one:.0f} moves a second")  # noqa: T201
        print(f"{CROWD} clients: SQLite {sqlite_crowd:.0f}, PostgreSQL {crowd:.0f}")  # noqa: T201
        print(f"PostgreSQL with one client / SQLite: {one / sqlite:.2f}; {CROWD} clients / one: {crowd / one:.2f}")  # noqa: T201
    finally:
        await file.close()
        await network.close()
        server.control("-m", "immediate", "stop")
        shutil.rmtree(server.folder)
        shutil.rmtree(folder)


if __name__ == "__main__":
    asyncio.run(compare(int(sys.argv[1]) if len(sys.argv) > 1 else 10))
