"""Queries of what grows use an index, so that old tables cost nothing."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.daily.stored import PuzzleTry
from bot.lines.days import new_deal
from bot.lines.stored import Line
from bot.records.model import COMPUTERS, Ladder
from bot.tables.model.records import Change, Deadline, Draft, Phase, Seat, Wake
from bot.tables.model.sent_message import BOARD, SentMessage
from bot.tables.model.share import ALL
from db.tables.store import ONE_IN
from tests.db.examples import ADA, DAY, NOON, a_lobby, move, next_version, saved, snowflake
from tests.records.played import result, seat

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from db.store import SqliteStore

WHOLE_INDEXES = {"live_deadlines", "unannounced_tables", "closed_games", "games_without_a_result"}
"""Indexes that hold exactly the rows that are asked for, and are read from end to end."""


async def use_everything(store: SqliteStore) -> None:
    """Call the methods that read what grows with every game, so that their statements are seen."""
    deadline = Deadline(Wake.COMPUTER_MOVE, NOON, NOON - 1)
    table = await saved(store, deadline=deadline)
    await store.tables.save_draft(Draft(table.id, 0, 0, {}))
    await store.tables.actions(table.id)
    change = move(table, seats=())
    await store.tables.save(change)
    await store.tables.load(table.id)
    await store.tables.in_channel(1)
    await store.tables.of_person(ADA)
    await store.tables.live_in_guild(1)
    await store.tables.ended_in_guild(1, 5)
    await store.tables.ended_of(ADA, 5)
    await store.deadlines.all()
    await store.deadlines.claim(table.id, deadline, "one", NOON, NOON)
    await store.deadlines.absences_over(NOON, share=ALL)
    await store.deadlines.beat(NOON, share=ALL)
    await store.deadlines.last_beat(ALL)
    await store.deadlines.shift(NOON, NOON + 1, announce=True, share=ALL)
    await store.deadlines.due(NOON, NOON + 1, 9, share=ALL)
    await store.messages.unannounced(ALL)
    await store.messages.boards_in_words(ALL)
    await store.tables.live_places(ALL)
    await store.messages.lately_unannounced(NOON, 9, share=ALL)
    await store.messages.mark_announced(table.id, 2)
    await store.messages.save(SentMessage(table.id, BOARD, 1, 1, NOON, 1))
    await store.messages.of_table(table.id)
    await store.messages.mark_announced(table.id, 2, (BOARD,))
    await store.tables.draft(table.id + 1, 0)
    await store.people.change(ADA)
    await store.people.settings(ADA)
    await store.people.change_guild(1, {"a": 1})
    await store.people.guild_settings(1)
    await store.people.all_about(ADA)
    await store.people.tables_about(ADA)
    await store.people.forget_in_tables(ADA, ())
    await store.records.record(result(table.id, seat(ADA, 1), seat("easy", 2, 1)))
    await store.records.rated_game(table.id)
    await store.records.seasons(1)
    await store.records.start_season(1, NOON)
    await store.records.leaderboard(Ladder("three-thirteen", COMPUTERS, 1, 1), ADA, 10, 0)
    for where, since in ((1, NOON), (1, None), (0, NOON)):
        await store.records.gains(Ladder("three-thirteen", COMPUTERS, where, 1), since, ADA, 10, 0)
    await store.records.ladders_played(1, 1)
    await store.records.games_of(ADA, None, 8)
    await store.records.all_games_of(ADA, 1)
    await store.records.count_games_of(ADA, 1)
    await store.records.count_games_of(ADA, None)
    await store.records.ratings_of(ADA, 1, 1)
    await store.records.tables_without_result()
    looked = await store.records.begin_puzzle_try(PuzzleTry(ADA, 20_000, NOON))
    await store.records.grade_puzzle_try(looked, replace(looked, tries=1, quality=100, seconds=5.0), 1, "Ada")
    await store.records.puzzle_days_since(20_000)
    await store.records.days_solved(ADA)
    await store.records.puzzle_place(ADA, 20_000)
    await store.records.puzzle_board("all", 1, ADA, 10, 0)
    await store.records.puzzle_solvers(20_000, 1, 5)
    await store.records.drop_puzzle_boards(20_001)
    line = await store.records.begin_line(Line(0, ADA, "Ada", 1, table.id, None, 0, NOON))
    await store.records.save_line(line, line)
    await store.records.line(line.id)
    await store.records.lines_of_table(table.id, ADA, 9)
    await store.records.count_lines_since(ADA, NOON)
    await store.records.add_deal_day(new_deal(20_780, NOON))
    await store.records.pin_deal_day(20_780, "these")
    await store.records.line_of_day(ADA, 20_780)
    await store.records.rank_of(replace(line, day=20_780, place=1, margin=3))
    await store.records.deal_board(20_780, 1, ADA, 10, 10)
    await store.records.deal_board(20_780, 0, ADA, 10, 0)


async def test_no_statement_reads_a_whole_table(store: SqliteStore, path: Path) -> None:
    """No statement reads a whole table, or sorts its rows except for sums. SQLite's own query plans show it."""
    statements: list[str] = []
    for ask in (store.database.read, store.database.write):
        await ask(lambda sql: sql.set_trace_callback(statements.append))
    await use_everything(store)
    asked = [text for text in statements if text.split()[0] in ("SELECT", "INSERT", "UPDATE", "DELETE")]
    assert len(asked) > 30
    with closing(sqlite3.connect(path)) as sql:
        for statement in asked:
            for *_, step in sql.execute(f"EXPLAIN QUERY PLAN {statement}").fetchall():
                if step.startswith("SCAN") and "json_each" not in step:  # a list passed as a value
                    assert step == "SCAN CONSTANT ROW" or step.split()[-1] in WHOLE_INDEXES, (statement, step)
                assert not step.startswith("SEARCH") or " USING " in step, (statement, step)
                assert "TEMP B-TREE" not in step or "WITH gains" in statement, (statement, step)


@pytest.mark.parametrize(
    "ask",
    [
        lambda store: store.tables.of_person(ADA),
        lambda store: store.records.next_exercise(ADA, NOON, guild_id=1),
        lambda store: store.records.count_exercises(ADA, NOON, guild_id=1),
    ],
    ids=["tables in play", "next exercise", "exercises"],
)
async def test_past_games_cost_nothing(store: SqliteStore, ask: Callable[[SqliteStore], Awaitable[object]]) -> None:
    """A command took 45 ms for somebody who had played 4,000 games, and `/train` 30 ms in a server that had 6,000."""
    steps: list[None] = []
    await store.database.read(lambda sql: sql.set_progress_handler(lambda: steps.append(None), 1))
    counts = []
    for games in (0, 1, 20):
        for _ in range(games):
            await saved(store, a_lobby(phase=Phase.OVER, seats=(Seat("Ada", ADA),), guild_id=1, ended_at=NOON))
        steps.clear()
        await ask(store)
        counts.append(len(steps))
    assert counts[1] == counts[2]


async def test_old_interactions_are_forgotten(store: SqliteStore, path: Path) -> None:
    """After a year of play, one day's interactions are left, and those that have come since the last clean-up."""
    table = await saved(store)
    for day in range(365):
        await store.tables.save(Change(table := next_version(table), snowflake(NOON + day * (DAY + 0.001))))
    with closing(sqlite3.connect(path)) as sql:
        assert sql.execute("SELECT count(*) FROM interactions").fetchone()[0] <= 1 + ONE_IN
