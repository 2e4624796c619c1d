"""Every query goes by an index, so that old tables cost nothing."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from bot.records.model import COMPUTERS, Ladder
from bot.tables.model.records import BOARD, Change, Deadline, Draft, PersonSettings, SentMessage, Wake
from tests.db.examples import ADA, DAY, NOON, move, saved, snowflake
from tests.records.played import result, seat

if TYPE_CHECKING:
    from pathlib import Path

    from db.store import SqliteStore

WHOLE_INDEXES = {"live_deadlines", "unannounced_tables", "closed_games", "games_without_a_result"}
"""These hold exactly what is asked for and are read from end to end."""


async def use_everything(store: SqliteStore) -> None:
    """Call each method of the store, so that each of its statements is seen."""
    deadline = Deadline(Wake.COMPUTER_MOVE, NOON, NOON - 1)
    table = await saved(store, deadline=deadline)
    await store.save_draft(Draft(table.id, 0, 0, {}))
    change = move(table, seats=())
    await store.save(change)
    await store.load_table(table.id)
    await store.table_in_channel(1)
    await store.tables_of(ADA)
    await store.live_tables_in_guild(1)
    await store.ended_games_in_guild(1, 5)
    await store.ended_games_of(ADA, 5)
    await store.actions(table.id)
    await store.deadlines()
    await store.claim_deadline(table.id, deadline, "one", NOON, NOON)
    await store.beat(NOON)
    await store.last_beat()
    await store.shift_deadlines(NOON, NOON + 1, tell=True)
    await store.due_deadlines(NOON, NOON + 1, 9)
    await store.unannounced()
    await store.lately_unannounced(NOON, 9)
    await store.mark_announced(table.id, 2)
    await store.save_message(SentMessage(table.id, BOARD, 1, 1, NOON, 1))
    await store.messages(table.id)
    await store.mark_announced(table.id, 2, (BOARD,))
    await store.draft(table.id + 1, 0)
    await store.save_person_settings(ADA, PersonSettings())
    await store.person_settings(ADA)
    await store.save_guild_setting(1, "a", 1)
    await store.guild_setting(1, "a")
    await store.record_result(result(table.id, seat(ADA, 1), seat("easy", 2, 1)))
    await store.rated_game(table.id)
    await store.seasons(1)
    await store.start_season(1, NOON)
    await store.leaderboard(Ladder("three-thirteen", COMPUTERS, 1, 1), ADA, 10, 0)
    await store.ladders_played(1, 1)
    await store.games_of(ADA, None, 8)
    await store.games_of(ADA, 1)
    await store.count_games_of(ADA, 1)
    await store.count_games_of(ADA, None)
    await store.ratings_of(ADA, 1, 1)
    await store.tables_without_result()


async def test_no_statement_reads_a_whole_table(store: SqliteStore, path: Path) -> None:
    """Nor sorts what it found: SQLite's own plans say so."""
    statements: list[str] = []
    for ask in (store._connection.read, store._connection.write):
        await ask(lambda sql: sql.set_trace_callback(statements.append))
    await use_everything(store)
    asked = [text for text in statements if text.split()[0] in ("SELECT", "INSERT", "UPDATE", "DELETE")]
    assert len(asked) > 30
    with closing(sqlite3.connect(path)) as sql:
        for statement in asked:
            for *_, step in sql.execute(f"EXPLAIN QUERY PLAN {statement}").fetchall():
                if step.startswith("SCAN"):
                    assert step == "SCAN CONSTANT ROW" or step.split()[-1] in WHOLE_INDEXES, (statement, step)
                assert not step.startswith("SEARCH") or " USING " in step, (statement, step)
                assert "TEMP B-TREE" not in step, (statement, step)


async def test_old_interactions_are_forgotten(store: SqliteStore, path: Path) -> None:
    """A year of play keeps one day's."""
    table = await saved(store)
    for day in range(365):
        await store.save(Change(table := table.changed(), snowflake(NOON + day * DAY)))
    with closing(sqlite3.connect(path)) as sql:
        assert sql.execute("SELECT count(*) FROM interactions").fetchone()[0] <= 2
