"""Reading many games or tables takes a handful of statements, however many there are."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from bot.tables.model.plans import Plan
from bot.tables.model.records import Deadline, Person, Phase, Seat, Wake
from bot.tables.model.share import Share
from tests.db.examples import ADA, BEN, NOON, a_lobby, moved, saved
from tests.records.played import result, seat

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from db.store import SqliteStore

MANY = 60
FRAME = 4096 + 24
"""Bytes of a page in the write-ahead log, with its header."""


@asynccontextmanager
async def counted(store: SqliteStore, most: int) -> AsyncIterator[None]:
    """Fail if more than `most` statements are run, not counting those that begin and end transactions."""
    statements: list[str] = []
    for ask in (store.database.read, store.database.write):
        await ask(lambda sql: sql.set_trace_callback(statements.append))
    yield
    asked = [text for text in statements if text.split()[0] not in ("BEGIN", "COMMIT")]
    assert len(asked) <= most, asked[:3]


async def test_overdue_plans_of_other_processes_take_one_statement(store: SqliteStore) -> None:
    """The people of each used to be read too, however many processes were not there to open them."""
    for number in range(MANY):
        await store.plans.add(Plan(0, 1 << 22, 5, Person(ADA, "Ada"), "rummy", NOON, interaction=number))
    async with counted(store, 1):
        assert await store.plans.due(NOON, 900, Share.one(0, 2)) == ()


async def save_ended_games(store: SqliteStore) -> None:
    for number in range(MANY):
        seats = (Seat("Ada", ADA), Seat("Ben", BEN), Seat("Bot", None, "easy"))
        table = await saved(
            store,
            a_lobby(guild_id=1, phase=Phase.OVER, seats=seats, start_interaction=1, ended_at=1.0 + number),
        )
        await store.records.record(result(table.id, seat(ADA, 1), seat(BEN, 2, 1), seat("easy", 3, 2)))


async def test_the_games_of_a_person_take_two_statements(store: SqliteStore) -> None:
    await save_ended_games(store)
    async with counted(store, 2):
        played = await store.records.all_games_of(ADA, 1)
    assert [game.table_id for game in played] == list(range(MANY, 0, -1))
    for game in played:
        assert (game.own.name, game.own.rank) == ("Ada", 1)
        assert [(one.name, one.rank, one.score) for one in game.others] == [("Ben", 2, 20), ("Bot", 3, 30)]
        assert game.change is not None


async def test_two_pages_of_ended_games_take_four_statements(store: SqliteStore) -> None:
    await save_ended_games(store)
    async with counted(store, 4):
        here = await store.tables.ended_in_guild(1, 25)
        own = await store.tables.ended_of(ADA, 25)
    assert here == own
    assert [game.table_id for game in own] == list(range(MANY, MANY - 25, -1))
    assert {game.names for game in own} == {("Ada", "Ben", "Bot")}


async def test_the_live_tables_of_a_server_take_two_statements(store: SqliteStore) -> None:
    """The newest tables are returned, as they are stored."""
    tables = [
        await saved(store, guild_id=1, seats=(Seat(f"Ada {number}", ADA), Seat("Ben", BEN))) for number in range(MANY)
    ]
    await saved(store, a_lobby(guild_id=1, phase=Phase.CLOSED))
    await saved(store, a_lobby(guild_id=2))
    async with counted(store, 2):
        listed = await store.tables.newest_in_guild(1, 50)
    assert list(listed) == tables[:-51:-1]


async def test_a_move_writes_at_most_six_pages(store: SqliteStore, path: Path) -> None:
    """A move writes one page each for the table, its state, the log, the interactions, and the two indexes that find
    the table by its deadline and by its version.
    """
    table = await saved(store, phase=Phase.PLAYING)
    log = path.with_name(f"{path.name}-wal")
    sizes = []
    for moves in range(3):
        table = await moved(store, table, deadline=Deadline(Wake.TURN_END, 60.0 * moves, 0.0))
        sizes.append(log.stat().st_size)
    assert (sizes[2] - sizes[1]) / FRAME <= 6
