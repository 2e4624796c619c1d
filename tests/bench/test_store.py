"""How many moves per second the SQLite store saves to disk (`synchronous=FULL`), one by one and from a crowd."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from db.store import SqliteStore
from tests.db.examples import move, saved

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from bot.tables.model.records import TableRecord

STATE = "x" * 3000
"""About the size of a game for four, halfway through."""
CROWD = 200


class Play:
    """A store and its tables, with their own event loop."""

    def __init__(self, runner: asyncio.Runner, store: SqliteStore, tables: list[TableRecord]) -> None:
        self._runner, self._store, self._tables = runner, store, tables

    async def _move(self, index: int) -> None:
        change = move(self._tables[index], state=STATE)
        await self._store.tables.save(change)
        self._tables[index] = change.after

    async def _moves(self) -> None:
        await asyncio.gather(*(self._move(index) for index in range(CROWD)))

    def one(self) -> None:
        """Save one move."""
        self._runner.run(self._move(0))

    def crowd(self) -> None:
        """Save one move at each table, all at once."""
        self._runner.run(self._moves())

    def load(self) -> None:
        self._runner.run(self._store.tables.load(1))

    def tables_of(self) -> None:
        self._runner.run(self._store.tables.of_person(self._tables[0].host))


@pytest.fixture
def play(tmp_path: Path) -> Iterator[Play]:
    with asyncio.Runner() as runner:
        store = runner.run(SqliteStore.open(tmp_path / "bot.db"))
        tables = [runner.run(saved(store)) for _ in range(CROWD)]
        yield Play(runner, store, tables)
        runner.run(store.close())


def test_saving_one_move(play: Play, benchmark: Any) -> None:
    benchmark(play.one)


def test_saving_a_move_at_200_tables_at_once(play: Play, benchmark: Any) -> None:
    """One round is the time that the slowest of the 200 waits."""
    benchmark(play.crowd)


def test_loading_a_table(play: Play, benchmark: Any) -> None:
    benchmark(play.load)


def test_finding_the_200_tables_of_a_person(play: Play, benchmark: Any) -> None:
    benchmark(play.tables_of)
