"""Everything stored about a person can be exported and deleted. Everything stored about a server can be deleted."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

import pytest

from bot.daily.stored import PuzzlePost, PuzzleTry
from bot.lessons.stored import Learning
from bot.lines.stored import Line
from bot.review.stored import Exercise, StoredReview
from bot.rules.game import Event
from bot.tables.acts.forgetting import forgotten, people_named
from bot.tables.model.moderation import BARRED, Moderated
from bot.tables.model.plans import Plan
from bot.tables.model.records import (  # fmt: skip
    Draft,
    Former,
    Person,
    Phase,
    Proposal,
    ProposalKind,
    Seat,
    TableRecord,
)
from bot.tables.model.reports import Report
from bot.tables.model.sent_message import BOARD, TURN_PING, SentMessage
from bot.tables.model.share import ALL
from bot.tables.model.stores import News, StoreConflictError
from db.engines.sqlite.schema import known_migrations, statements
from db.people.guilds import GUILDS
from db.people.personal_data import PEOPLE
from tests.db.examples import ADA, BEN, CLEO, NOON, a_lobby, a_table_with_everything, move, saved
from tests.records.played import result, seat

if TYPE_CHECKING:
    from pathlib import Path

    from db.store import SqliteStore

NAME = "Ada of the test ♠"
ABOUT_NOBODY = """
    act announced_version applied_at at attempt autopilot away_until beat begun begun_at channel_id checksum
    claimed_until clock_left clock_rests content created_at day deadline_at deadline_kind deadline_since decision
    delete_at detail draft drawn due ended_at ended_by_agreement event_id fingerprint finished_at game games
    games_before guild_id heir heir_ready helped id interaction kept kind ladder leader leads_until lease_owner
    lease_until leaving left_early level levels life likeness listed made_at margin mark message_id missed moves mu
    mu_after mu_before number options outside parent_id passed phase place places plan_id played provisional quality
    rank ranked rated refusal rematch_of reminded result_id rules_version salt score season seat seconds secret seed
    sent_at shard shards sigma sigma_after sigma_before solved solved_on span start_interaction started_at starts_full
    state step table_id taken_out text thread tried tries turn_seconds until version voided voided_at what words
    yet_to_play
"""
"""Names of columns that name nobody in any table, unless an entry of `PEOPLE` says so."""
NOT_PEOPLE = {
    ("migrations", "name"),  # of a migration
    ("guild_settings", "name"),  # of a setting
    ("guild_settings", "value"),  # names people only under `barred`, whose export reads it
    ("people", "settings"),  # the person's own
    ("processes", "name"),
    ("shards", "owner"),  # a process
}
"""Columns that name nobody in that table, under a name that could name people in another."""
NOT_EXPORTED = {
    "tables": """
        secret phase version decision start_interaction started_at ended_at deadline_kind deadline_at deadline_since
        lease_owner lease_until announced_version rematch_of ended_by_agreement thread parent_id voided yet_to_play
        outside shard clock_left
    """,
    "snapshots": "state drawn",
    "drafts": "decision",
    "result_seats": "number guild_id level",
    "rating_changes": "level",
    "ratings": "level",
    "messages": "version",
    "sends": "attempt",
    "plans": "interaction claimed_until refusal",
    "lines": "id",
    "reports": "id",
    "moderation": "interaction",
}
"""Columns, by table, that the export leaves out: the bot's own numbers, what the export says elsewhere, and how a table
or game of several people is at the moment.
"""
WITH_TABLES = ("results", "result_seats", "rating_changes")
"""Tables whose rows refer to a table of the server, directly or not, and are deleted with it."""


def columns(path: Path) -> list[tuple[str, str]]:
    """Every column of the schema, with its table."""
    with closing(sqlite3.connect(path)) as sql:
        names = [row[0] for row in sql.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()]
        return [
            (table, row[1])
            for table in names
            if not table.startswith("sqlite_")
            for row in sql.execute(f"PRAGMA table_info({table})").fetchall()
        ]


def dump(path: Path) -> str:
    with closing(sqlite3.connect(path)) as sql:
        return "\n".join(sql.iterdump())


def rows(path: Path) -> set[str]:
    """Every row, as `"table" VALUES(…)`, but not the numbers given last."""
    begin = "INSERT INTO "
    lines = (line.removeprefix(begin) for line in dump(path).splitlines() if line.startswith(begin))
    return {line for line in lines if not line.startswith('"sqlite_sequence"')}


async def test_every_column_that_names_a_person_is_covered(store: SqliteStore, path: Path) -> None:
    """A new column needs an entry in `db.people.personal_data.PEOPLE`, which says how it is exported and deleted, or,
    if it can name neither people nor servers, one in the lists above. Columns used to be found by what
    they were called, so that a `favourite` or a `handler` was missed.
    """
    found = columns(path)
    covered = {(kept.table, column) for kept in PEOPLE for column in kept.columns}
    uncovered = {pair for pair in found if pair[1] not in ABOUT_NOBODY.split()} - covered - NOT_PEOPLE
    assert not uncovered, f"can these name people or servers? See db/people/personal_data.py and guilds.py: {uncovered}"
    assert covered <= set(found), "a column that is covered is gone"
    assert set(found) >= NOT_PEOPLE
    assert {column for _table, column in found} >= set(ABOUT_NOBODY.split())


async def test_every_column_about_a_person_is_exported(store: SqliteStore, path: Path) -> None:
    """A new column of a table that names people needs a place in the table's export, or one in the list above. A plan
    once lacked its options, and a seat the turns that its player had missed.
    """
    read: set[tuple[str, str]] = set()

    def note(kind: int, table: str | None, column: str | None, *_: str | None) -> int:
        if kind == sqlite3.SQLITE_READ and table is not None and column is not None:
            read.add((table, column))
        return sqlite3.SQLITE_OK

    found = columns(path)
    left_out = {(table, column) for table, names in NOT_EXPORTED.items() for column in names.split()}
    with closing(sqlite3.connect(path)) as sql:
        sql.set_authorizer(note)
        for kept in PEOPLE:
            sql.execute(f"EXPLAIN {kept.export}", {"person": ADA})
    stored = {pair for pair in found if pair[0] in {kept.table for kept in PEOPLE}}
    assert sorted(stored - read - left_out) == [], "what does this say about a person? See db/people/personal_data.py"
    assert left_out <= set(found), "a column that is left out is gone"


async def test_the_export_says_how_tables_and_plans_are_set_up_and_what_was_asked_there(store: SqliteStore) -> None:
    records = await fill(store, ADA)
    stored = await store.people.all_about(ADA)
    tables = {row["table_id"]: row for row in stored["tables"]}
    setup = ["places", "turn_seconds", "rated", "options"]
    assert [tables[records[0].id][name] for name in setup] == [4, None, 1, {}]
    assert not set(setup) & set(tables[records[1].id]), "another person's table"
    asked = [(tables[records[at].id]["you_asked_for"], tables[records[at].id]["you_agreed_to"]) for at in (3, 4, 5)]
    assert asked == [(None, None), ("end", "end"), (None, "undo")]
    assert tables[records[3].id]["seats_you_left"] == [{"seat": 1, "name": NAME}]
    [plan] = stored["plans"]
    assert [plan[name] for name in setup] == [5, 60, 0, {"ranked": True}]
    [signed_up] = stored["plan_people"]
    assert {name: plan[name] for name in ("plan_id", "guild_id", "channel_id", "game", "at")} == {
        name: value for name, value in signed_up.items() if name != "name"
    }


async def test_every_table_of_a_server_is_covered(store: SqliteStore, path: Path) -> None:
    """A new table needs an entry in `db.people.guilds.GUILDS`, which says how it is deleted."""
    of_guilds = {table for table, column in columns(path) if "guild" in column or "server" in column}
    assert of_guilds == {*GUILDS, *WITH_TABLES}


async def test_rows_that_belong_to_a_table_are_deleted_with_it(store: SqliteStore, path: Path) -> None:
    """Deleting a server's tables deletes everything that belongs to them."""
    belonging = {table for table, column in columns(path) if column == "table_id"}
    with closing(sqlite3.connect(path)) as sql:
        for table in belonging:
            keys = sql.execute(f"PRAGMA foreign_key_list({table})").fetchall()
            assert ("tables", "table_id", "CASCADE") in {(key[2], key[3], key[6]) for key in keys}, table


def tables_with(person: int) -> list[TableRecord]:
    """Tables that name the person in every place where a table can."""
    playing: dict[str, Any] = {"phase": Phase.PLAYING, "start_interaction": 5, "state": "{}"}
    ben = Seat("Ben", BEN)
    told = (Event("seat_taken_over", 0, {"name": "Ben", "before": NAME}), Event("drawn", 1, {"cards": 2}))
    return [
        a_lobby(seats=(Seat(NAME, person), ben), host=person),
        a_lobby(seats=(ben,), host=BEN, invited=(BEN, person)),
        a_lobby(seats=(ben, Seat(NAME, person, "easy")), host=BEN, **playing),
        a_lobby(
            seats=(ben,),
            host=BEN,
            former=(Former(person, NAME, 0, 3), Former(7, "X", 0, 5)),
            recent=told,
            **playing,
        ),
        a_lobby(seats=(ben,), host=BEN, proposal=Proposal(ProposalKind.END, person, (person,)), **playing),
        a_lobby(seats=(ben,), host=BEN, proposal=Proposal(ProposalKind.UNDO, BEN, (BEN, person), 3), **playing),
        a_lobby(
            seats=(ben,),
            host=BEN,
            **playing | {"phase": Phase.CLOSED},
            closing_reason=f"Ended by <@{person}>.",
        ),
        a_table_with_everything(seats=(Seat("Bot", None, "easy"), Seat(NAME, person)), host=person, phase=Phase.OVER),
        a_lobby(seats=(ben,), host=BEN, removed=(person, 7), **playing),
        a_lobby(seats=(ben,), host=BEN, excused=(person, 7), **playing),
        a_lobby(seats=(ben, Seat(NAME, person, kept=True)), host=BEN),
        a_lobby(seats=(ben,), host=BEN, declined=(7, person)),
        a_lobby(seats=(ben,), host=BEN, barred=(person,)),
        a_lobby(seats=(ben,), host=person),
    ]


async def fill(store: SqliteStore, person: int) -> list[TableRecord]:
    """Store everything about the person that can be stored, and return the tables."""
    await store.people.change(person, mentions="never")
    records = [await saved(store, record) for record in tables_with(person)]
    for index in (0, 7):
        change = move(records[index])
        assert change.action is not None
        await store.tables.save(replace(change, action=replace(change.action, by=person)))
        records[index] = change.after
    await store.tables.save_draft(Draft(records[0].id, 0, records[0].decision, {"picked": ("4C",)}))
    for audience in (person, BOARD, TURN_PING):
        await store.messages.save(SentMessage(records[0].id, audience, 1, 2, NOON, 1))
        await store.messages.note_attempt(records[0].id, audience, "a")
    exercise = Exercise(person, records[7].id, 3, 0, NOON, "[]")
    await store.records.save_review(StoredReview(records[7].id, person, 1, NOON, "{}"), [exercise])
    await store.records.save_lesson(Learning(person, "rummy", ("draw stock",)))
    looked = await store.records.begin_puzzle_try(PuzzleTry(person, 20_000, NOON))
    graded = replace(looked, tries=1, quality=100, seconds=5.0)
    await store.records.grade_puzzle_try(looked, graded, records[7].guild_id, NAME)
    line = Line(0, person, NAME, records[7].guild_id, records[7].id, None, 0, NOON)
    await store.records.begin_line(line)
    await store.records.begin_line(replace(line, person=7, name="X", asked_by=person))
    await store.notifications.schedule(person, NOON, records[1].id, News(5, f"{NAME}, your plan was called off."))
    assert await store.reports.add(Report(person, NOON, records[7].guild_id, 1, 2, records[7].id, "It froze."))
    await store.moderation.add(Moderated(8, 5, NOON, person, BARRED, person))
    await store.calls.set_wishes(5, person, ["rummy"])
    chosen: dict[str, Any] = {"places": 5, "turn_seconds": 60, "rated": False, "options": {"ranked": True}}
    await store.plans.add(Plan(0, 5, 6, Person(person, NAME), "rummy", NOON, 7, **chosen))
    await store.calls.note_call(person, NOON, 0.0, 3)
    await store.records.record(result(records[7].id, seat(person, 1), seat("easy", 2, 1), guild_id=records[7].guild_id))
    return records


async def forget(store: SqliteStore, person: int) -> None:
    """Forget the person as `bot.tables.runtime.forgetting` does for tables that are not live."""
    await store.people.forget_in_tables(person, await store.people.tables_about(person))
    await store.people.forget_person(person)


async def test_the_other_tests_store_the_person_in_every_column(store: SqliteStore, path: Path) -> None:
    """What `fill` leaves empty, they cannot find undeleted."""
    await fill(store, ADA)
    with closing(sqlite3.connect(path)) as sql:
        empty = [
            (kept.table, column)
            for kept in PEOPLE
            for column in kept.columns
            if sql.execute(
                f"SELECT 1 FROM {kept.table} WHERE instr({column}, ?) OR instr({column}, ?)",  # noqa: S608
                (str(ADA), NAME),
            ).fetchone()
            is None
        ]
    assert empty == []


async def test_the_export_shows_everything_and_nothing_about_others(store: SqliteStore) -> None:
    records = await fill(store, ADA)
    await store.people.change_guild(1, {"barred": [BEN, ADA]})
    stored = await store.people.all_about(ADA)
    assert set(stored) == {kept.table for kept in PEOPLE}
    assert all(stored.values()), [name for name, rows in stored.items() if not rows]
    assert {row["table_id"] for row in stored["seats"]} == {records[i].id for i in (0, 2, 7, 10)}
    assert {row["table_id"] for row in stored["snapshots"]} == {records[3].id}, "the only one with news that name them"
    assert {row["table_id"] for row in stored["tables"]} == {records[i].id for i in range(14) if i not in (2, 10)}
    [line, asked] = sorted(stored["lines"], key=len, reverse=True)
    assert asked == {"table_id": records[7].id, "seat": 1, "you_asked_somebody_to_play_it": 1}
    assert {one.name for one in fields(Line)} - {"id", "person", "asked_by"} <= set(line)
    assert str(BEN) not in json.dumps(stored)
    assert "secret" not in json.dumps(stored), "a running game's secret is nobody's"


async def test_the_export_names_days_by_their_dates(store: SqliteStore) -> None:
    """Not by their numbers since 1970."""
    await fill(store, ADA)
    await store.records.begin_line(Line(0, ADA, NAME, 1, None, 20_001, 0, NOON))
    stored = await store.people.all_about(ADA)
    assert [row["day"] for row in stored["puzzle_tries"]] == ["2024-10-04"]
    spans = {row["span"] for row in stored["puzzle_boards"]}
    assert spans == {"2024-10-04", "the week from 2024-09-30", "all"}
    assert {row["day"] for row in stored["lines"] if "day" in row} == {None, "2024-10-05"}


async def test_everybody_named_by_a_table_is_noted_with_it(store: SqliteStore, path: Path) -> None:
    """People are noted when a table that names them is saved and, for older tables, by the migration that introduced
    the notes.
    """
    records = await fill(store, ADA)
    named = {(record.id, person) for record in records for person in people_named(record)}
    assert {(record.id, ADA) for record in records} <= named
    [_, fill_in, *_] = statements(next(step.text for step in known_migrations() if "people_of" in step.name))
    with closing(sqlite3.connect(path)) as sql:
        assert set(sql.execute("SELECT table_id, person FROM table_people")) == named
        sql.execute("DELETE FROM table_people")
        sql.execute(fill_in)
        assert set(sql.execute("SELECT table_id, person FROM table_people")) == named
    for record in records:
        assert ADA not in people_named(forgotten(record, ADA))


def test_forgetting_a_person_changes_nothing_about_the_others() -> None:
    """Their seats, invitations and votes stay, and so does the reason why the table was closed."""
    news = Event("seat_left", 2, {"name": "Left"})
    table = a_table_with_everything(closing_reason=f"<@{BEN}> ended it.")
    told = replace(table, recent=(*table.recent, news))
    assert forgotten(told, 99) == told
    after = forgotten(table, CLEO)
    assert after.seats == (*table.seats[:3], *table.seats[4:])
    assert (after.host, after.former, after.excused) == (BEN, table.former, (BEN,))
    assert (after.invited, after.barred, after.removed) == ((ADA,), (), ())
    assert after.proposal == Proposal(ProposalKind.UNDO, ADA, (ADA,), 3)
    assert forgotten(table, ADA).proposal is None
    gone = forgotten(table, BEN)
    assert (gone.host, gone.closing_reason) == (7, "<@0> ended it.")
    assert gone.former == (Former(0, "", 1, 3), Former(0, "", 0, 4))


async def test_the_export_for_a_stranger_is_empty(store: SqliteStore) -> None:
    await fill(store, ADA)
    assert not any((await store.people.all_about(99)).values())
    assert await store.people.tables_about(99) == ()


async def test_forgetting_leaves_no_trace_in_the_file(store: SqliteStore, path: Path) -> None:
    """Neither the id nor the name is left in any table."""
    await fill(store, ADA)
    assert str(ADA) in dump(path)
    assert NAME in dump(path)
    await forget(store, ADA)
    assert not any((await store.people.all_about(ADA)).values())
    assert await store.people.tables_about(ADA) == ()
    assert str(ADA) not in dump(path)
    assert NAME not in dump(path)


async def test_forgetting_leaves_games_and_other_people_unchanged(store: SqliteStore, path: Path) -> None:
    """Every row stays that is not about one of the person's tables, and does not name them."""
    others = await fill(store, BEN)
    records = await fill(store, ADA)
    before = rows(path)
    await forget(store, ADA)
    theirs = tuple(f"VALUES({record.id}," for record in records)
    assert not [
        row for row in before - rows(path) if str(ADA) not in row and not row.partition(" ")[2].startswith(theirs)
    ]
    over = await store.tables.load(records[7].id)
    assert over is not None
    assert (over.state, over.secret, over.options) == (
        records[7].state,
        records[7].secret,
        records[7].options,
    )
    assert [seat.name for seat in over.seats] == ["Bot", ""]
    assert [action.text for action in await store.tables.actions(over.id)] == ["action 6"]
    assert await store.tables.load(others[6].id) == others[6]


async def test_a_stale_table_cannot_be_saved_after_forgetting(store: SqliteStore) -> None:
    """A process that could still save the older version would write the name back."""
    records = await fill(store, ADA)
    await forget(store, ADA)
    with pytest.raises(StoreConflictError):
        await store.tables.save(move(records[2]))


async def test_forgetting_does_not_announce_boards_again(store: SqliteStore) -> None:
    """A thousand old boards would be a flood of edits."""
    records = await fill(store, ADA)
    for record in records[1:]:
        await store.messages.mark_announced(record.id, record.version)
    await store.messages.mark_announced(records[0].id, records[0].version - 1)
    await forget(store, ADA)
    assert await store.messages.unannounced(ALL) == (records[0].id,)


async def test_a_server_is_known_from_its_wishes_plans_or_reports_alone(store: SqliteStore) -> None:
    """If a server removed the bot while it was not running, its data, including people's ids, would otherwise stay for
    ever.
    """
    await store.calls.set_wishes(2**61 + 4, ADA, ["rummy"])
    await store.plans.add(Plan(0, 2**61 + 5, 6, Person(ADA, NAME), "rummy", NOON, 7))
    assert await store.reports.add(Report(ADA, NOON, 2**61 + 6, 1, 2, None, "It froze."))
    assert await store.reports.add(Report(ADA, NOON, 0, 1, 2, None, "It froze in a direct message."))
    assert set(await store.people.known_guilds()) == {2**61 + 4, 2**61 + 5, 2**61 + 6}


async def test_a_server_where_the_bot_only_answers_has_not_removed_it(store: SqliteStore) -> None:
    """Reports from there would be deleted with the data of servers that the bot has left."""
    table = await saved(store, a_lobby(guild_id=2**61 + 4, outside=True))
    assert await store.reports.add(Report(ADA, NOON, table.guild_id, 1, 2, table.id, "It froze."))
    assert await store.people.known_guilds() == ()


async def test_all_data_of_one_server_is_deleted_and_no_others(store: SqliteStore, path: Path) -> None:
    kept = await fill(store, ADA)
    await store.people.change_guild(5, {"rated": False})
    await store.people.note_departure(5, NOON)
    await store.records.start_season(5, NOON)
    await store.records.save_puzzle_post(5, PuzzlePost(20_000, 1, 2))
    others = rows(path)
    left = {"guild_id": 2**61 + 3, "phase": Phase.OVER}
    marked = [await saved(store, a_table_with_everything(outside=False, **left)) for _ in range(2)]
    again = await saved(store, a_lobby(guild_id=2**61 + 3, rematch_of=marked[0].id))
    await store.people.change_guild(2**61 + 3, {"rated": False})
    await store.people.note_departure(2**61 + 3, NOON)
    await store.records.begin_line(Line(0, 7, "X", 2**61 + 3, None, 20_000, 0, NOON))
    assert set(await store.people.known_guilds()) >= {2**61 + 3, kept[0].guild_id}
    assert await store.people.delete_tables(2**61 + 3, 2) == (again.id, marked[1].id)
    assert await store.people.delete_tables(2**61 + 3, 2) == (marked[0].id,)
    await store.people.delete_guild(2**61 + 3)
    assert str(2**61 + 3) not in dump(path)
    for record in marked:
        assert await store.tables.load(record.id) is None
    assert others <= rows(path)


async def test_tables_where_people_took_the_bot_along_outlast_its_departure(store: SqliteStore) -> None:
    """They belong to no server of the bot's: people may play on there without it."""
    table = await saved(store, a_lobby(guild_id=5, outside=True))
    assert await store.people.delete_tables(5, 20) == ()
    await store.people.delete_guild(5)
    assert await store.tables.load(table.id) == table


async def test_departures_are_kept_in_order_and_can_be_cancelled(store: SqliteStore) -> None:
    """A later note does not postpone the deletion."""
    await store.people.note_departure(1, NOON + 2)
    await store.people.note_departure(2, NOON + 1)
    await store.people.note_departure(1, NOON + 99)
    assert await store.people.departures() == ((2, NOON + 1), (1, NOON + 2))
    await store.people.cancel_departure(2)
    assert await store.people.departures() == ((1, NOON + 2),)
