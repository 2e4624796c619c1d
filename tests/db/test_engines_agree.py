"""Both engines have the same schema: tables, columns and indexes, by migrations of the same numbers and names."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import psycopg
import pytest

from db.engines.postgres.schema import known_migrations as postgres_migrations
from db.engines.sqlite.schema import known_migrations as sqlite_migrations
from db.errors import StoreAwayError, StoreOpenError
from db.migrations.steps import Migration
from db.store import PostgresStore, SqliteStore
from tests.db.examples import saved

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.postgres import Server

KINDS = {"INTEGER": "bigint", "TEXT": "text", "REAL": "double precision", "BLOB": "bytea"}
OWN = {"migrations"}
"""Each engine's record of its own migrations."""


@pytest.fixture
def url(postgres: Server) -> Iterator[str]:
    url = postgres.copy()
    yield url
    postgres.drop(url)


def a_step(text: str, number: int = 0) -> Migration:
    number = postgres_migrations()[-1].number + 1 + number
    return Migration(number, f"{number:04}_more", text)


async def opened(url: str, *more: Migration) -> None:
    from db.engines.postgres.connection import Postgres

    await (await Postgres.open(url, [*postgres_migrations(), *more])).close()


def asked(url: str, question: str) -> list[tuple[object, ...]]:
    with psycopg.connect(url) as connection:
        return connection.execute(question.encode()).fetchall()


def test_migrations_have_the_same_numbers_and_names() -> None:
    """The migrations agree from PostgreSQL's first one on, which combines all earlier ones."""
    ours, theirs = sqlite_migrations(), postgres_migrations()
    assert ours[0].number == 1
    assert [step[:2] for step in theirs] == [step[:2] for step in ours if step.number >= theirs[0].number]
    assert all(step.oldest_code <= step.number for step in theirs)


async def test_tables_columns_and_indexes_are_the_same(store: SqliteStore, path: Path, url: str) -> None:
    """The types of columns agree too, and whether they may be empty."""
    with closing(sqlite3.connect(path)) as sql:
        tables = [name for (name,) in sql.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        ours = {
            (table, column, KINDS[kind], bool(needed or key))
            for table in tables
            for _, column, kind, needed, _, key in sql.execute(f"PRAGMA table_info({table})")
            if table not in OWN and not table.startswith("sqlite_")
        }
        indexes = set(sql.execute("SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL"))
    theirs = asked(
        url,
        "SELECT table_name, column_name, data_type, is_nullable = 'NO' FROM information_schema.columns"
        " WHERE table_schema = 'public'",
    )
    assert {row for row in theirs if row[0] not in OWN} == ours
    named = asked(url, "SELECT indexname FROM pg_indexes WHERE schemaname = 'public'")
    assert {row for row in named if not str(row[0]).endswith(("_pkey", "_key"))} == indexes


async def test_only_one_process_migrates_an_older_database(url: str) -> None:
    """One process applies the migrations, however many start at once. The others change nothing."""
    import asyncio

    first = a_step("CREATE TABLE more (a TEXT); INSERT INTO more VALUES ('once')")
    await asyncio.gather(*(opened(url, first) for _ in range(3)))
    assert asked(url, "SELECT a FROM more") == [("once",)]
    assert asked(url, "SELECT max(number), count(*) FROM migrations") == [
        (first.number, len(postgres_migrations()) + 1)
    ]


async def test_a_failing_migration_is_undone_and_reported_in_one_line(url: str) -> None:
    with pytest.raises(StoreOpenError, match="could not be brought up to date") as refusal:
        await opened(url, a_step("CREATE TABLE more (a TEXT); INSERT INTO nowhere VALUES (1)"))
    assert "\n" not in str(refusal.value)
    await opened(url, a_step("CREATE TABLE more (a TEXT)"))


@pytest.mark.parametrize(
    ("trouble", "said"),
    [
        ("DO $$ BEGIN RAISE EXCEPTION 'no room' USING ERRCODE = 'disk_full'; END $$", "disk is full: make room"),
        ("SELECT pg_terminate_backend(pg_backend_pid())", "does not answer there"),
    ],
)
async def test_a_full_or_lost_server_during_a_migration_is_temporary(url: str, trouble: str, said: str) -> None:
    """A failure during a migration is temporary, like one at any other moment of a start. The bot used to exit, and
    stayed down.
    """
    await opened(url)
    with pytest.raises(StoreAwayError, match=said):
        await opened(url, a_step(f"CREATE TABLE more (a TEXT); {trouble}"))
    await opened(url, a_step("CREATE TABLE more (a TEXT)"))


async def test_a_newer_schema_is_accepted_only_if_it_says_so(url: str) -> None:
    """Two versions can run side by side while one replaces the other."""
    now = postgres_migrations()[-1].number
    adding = a_step(f"-- adds what older programs need not know\n-- oldest code: {now}\nCREATE TABLE more (a TEXT)")
    await opened(url, adding)
    store = await PostgresStore.open(url)
    await saved(store)
    await store.close()
    await opened(url, adding, a_step("DROP TABLE more", 1))
    with pytest.raises(StoreOpenError, match=r"newer version of the bot.* update the bot"):
        await opened(url)


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        ("UPDATE migrations SET checksum = 'another'", "made with another"),
        ("DROP TABLE migrations", "belongs to another program"),
    ],
)
async def test_a_foreign_or_altered_database_is_refused(url: str, damage: str, said: str) -> None:
    with psycopg.connect(url) as connection:
        connection.execute(damage.encode())
    with pytest.raises(StoreOpenError, match=said):
        await opened(url)
