"""The schema is brought up to date step by step. Each step is applied completely, with its record, and nothing is
guessed.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.tables.model.records import Former, Person
from db.engines.sqlite.schema import known_migrations, statements
from db.errors import StoreAwayError, StoreOpenError
from db.migrations.steps import Migration, migrations_in
from db.store import SqliteStore
from tests.db.examples import saved

if TYPE_CHECKING:
    from pathlib import Path

KNOWN = known_migrations()
NEXT = len(KNOWN) + 1


def a_step(text: str, number: int = NEXT) -> Migration:
    return Migration(number, f"{number:04}_more", text)


async def opened(path: Path, *more: Migration) -> None:
    await (await SqliteStore.open(path, [*KNOWN, *more])).close()


def ask(path: Path, question: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as sql:
        return sql.execute(question).fetchall()


def dump(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as sql:
        return list(sql.iterdump())


async def test_a_fresh_file_records_every_migration_once(path: Path) -> None:
    """The steps are applied in order, and opening the file again applies nothing twice."""
    for _ in range(2):
        await opened(path)
        assert ask(path, "SELECT number, name, checksum FROM migrations") == [
            (step.number, step.name, step.checksum) for step in KNOWN
        ]


async def test_migrating_keeps_the_ids_of_replaced_people(path: Path) -> None:
    """The ids of people who were replaced are kept, but their names were never stored."""
    await (await SqliteStore.open(path, KNOWN[:11])).close()
    with closing(sqlite3.connect(path)) as sql, sql:
        for replaced in ("[]", "[4611686018427387905,7]"):
            sql.execute(
                "INSERT INTO tables (guild_id, channel_id, game, options, places, host, secret, created_at, phase, "
                "version,"
                " decision, rated, replaced) VALUES (1, ?, 'rummy', '{\"map\":{}}', 2, 3, x'00', 0.5, 'over', 4, "
                "5, 1, ?)",
                (len(replaced), replaced),
            )
        sql.execute("INSERT INTO snapshots (table_id, recent) SELECT id, '[]' FROM tables")
    store = await SqliteStore.open(path)
    tables = [await store.tables.load(number) for number in (1, 2)]
    await store.close()
    assert [table.former for table in tables if table] == [
        (),
        (Former(4611686018427387905, "", -1, 0), Former(7, "", -1, 0)),
    ]
    assert [table.replaced for table in tables if table] == [(), (4611686018427387905, 7)]


async def test_an_older_file_is_migrated_and_keeps_its_data(path: Path) -> None:
    """The steps follow one another, over several versions of the bot."""
    store = await SqliteStore.open(path)
    table = await saved(store)
    await store.close()
    first = a_step("CREATE TABLE more (a TEXT) STRICT; INSERT INTO more VALUES ('first; still first');")
    second = a_step("ALTER TABLE more ADD COLUMN b TEXT; UPDATE more SET b = 'second';", NEXT + 1)
    await opened(path, first)
    await opened(path, first, second)
    assert ask(path, "SELECT * FROM more") == [("first; still first", "second")]
    store = await SqliteStore.open(path, [*KNOWN, first, second])
    assert await store.tables.load(table.id) == table
    await store.close()


async def test_migrating_keeps_the_notes_of_spent_days(path: Path) -> None:
    """SQLite 3.40 reports damage that is not there in the file as it was before this step."""
    await (await SqliteStore.open(path, KNOWN[:32])).close()
    with closing(sqlite3.connect(path)) as sql, sql:
        sql.execute("INSERT INTO spent_days (day, what, salt, mark) VALUES (20780, 'deal', 'a1', 'b2')")
    await opened(path)
    assert ask(path, "SELECT day, what, salt, mark FROM spent_days") == [(20780, "deal", "a1", "b2")]
    assert ask(path, "PRAGMA integrity_check") == [("ok",)]


async def test_migrating_keeps_plans_with_their_ids_and_people(path: Path) -> None:
    """Each plan keeps its number, which is in the buttons of its message, and no later plan gets it."""
    await (await SqliteStore.open(path, KNOWN[:34])).close()
    with closing(sqlite3.connect(path)) as sql, sql:
        for number in (3, 8):
            sql.execute(
                "INSERT INTO plans (id, guild_id, channel_id, host, game, rated, options, at, interaction, message_id)"
                " VALUES (?, 4, 5, 7, 'rummy', 1, '{\"map\":{}}', 9.5, 9, 77)",
                (number,),
            )
            sql.execute("INSERT INTO plan_people (plan_id, person, name) VALUES (?, 7, 'Ada')", (number,))
    [before] = ask(path, "SELECT * FROM plans WHERE id = 3")
    store = await SqliteStore.open(path)
    plans = await store.plans.of_person(7)
    assert [(plan.id, plan.people, plan.message_id) for plan in plans] == [
        (number, (Person(7, "Ada"),), 77) for number in (3, 8)
    ]
    await store.plans.remove(8)
    assert (await store.plans.add(replace(plans[0], id=0, interaction=10))).id == 9
    await store.close()
    assert [row[: len(before)] for row in ask(path, "SELECT * FROM plans WHERE id = 3")] == [before]
    assert ask(path, "SELECT plan_id FROM plan_people ORDER BY plan_id") == [(3,), (9,)]
    assert ask(path, "PRAGMA integrity_check") == [("ok",)]


async def test_keys_of_tables_without_rowid_are_their_first_columns(path: Path) -> None:
    """If the key is not first in a table without row numbers, SQLite 3.40 takes another column for NULL. The file used
    to be refused as damaged.
    """
    await opened(path)
    for table, made in ask(path, "SELECT name, sql FROM sqlite_schema WHERE type = 'table'"):
        if "WITHOUT ROWID" in str(made):
            in_key = [bool(number) for *_, number in ask(path, f"PRAGMA table_info({table})")]
            assert in_key == sorted(in_key, reverse=True), table


@pytest.mark.parametrize(
    "text",
    [
        "CREATE TABLE more (a TEXT); INSERT INTO more VALUES (1); INSERT INTO nowhere VALUES (1); DROP TABLE tables;",
        "CREATE TABLE more (a TEXT); CREATE TABLE more (a TEXT);",
        "CREATE TABLE more (a TEXT); this is no SQL;",
        "CREATE TABLE more (a TEXT REFERENCES tables (id)); INSERT INTO more VALUES (4711);",
        "CREATE TABLE more (a TEXT); COMMIT; CREATE TABLE more2 (a TEXT);",
    ],
)
async def test_a_failing_migration_is_undone_with_its_record(path: Path, text: str) -> None:
    """The file is unchanged, the error is one line that names the step, and the corrected step can be applied."""
    await opened(path)
    before = dump(path)
    good = a_step("CREATE TABLE good (a TEXT);")
    with pytest.raises(StoreOpenError, match=f"{NEXT + 1:04}_more") as refusal:
        await opened(path, good, a_step(text, NEXT + 1))
    assert "\n" not in str(refusal.value)
    assert [line for line in dump(path) if "good" not in line and "migrations" not in line] == [
        line for line in before if "migrations" not in line
    ]
    assert len(ask(path, "SELECT * FROM migrations")) == NEXT
    await opened(path, good, a_step("CREATE TABLE more (a TEXT);", NEXT + 1))


async def test_a_failing_first_migration_leaves_an_empty_file(path: Path) -> None:
    """Not even the table of migrations is left."""
    with pytest.raises(StoreOpenError):
        await SqliteStore.open(path, [Migration(1, "0001_bad", "CREATE TABLE a (b TEXT); nonsense;")])
    assert ask(path, "SELECT * FROM sqlite_schema") == []
    await opened(path)


async def test_a_full_disk_during_a_migration_says_to_make_room(path: Path) -> None:
    """The message is the documented one. It used to be SQLite's own, which did not say what to do. The file is
    unchanged.
    """
    await opened(path)
    before = dump(path)
    with pytest.raises(StoreAwayError) as refusal:
        await opened(path, a_step("PRAGMA max_page_count = 1; CREATE TABLE more AS SELECT zeroblob(1000000) AS a;"))
    assert str(refusal.value) == f"The disk that holds {path} is full: make room."
    assert dump(path) == before
    await opened(path, a_step("CREATE TABLE more (a TEXT);"))


async def test_a_migration_may_rebuild_a_referenced_table(path: Path) -> None:
    """Foreign keys are checked when the step ends, not while a table is missing, and are enforced again afterwards."""
    store = await SqliteStore.open(path)
    table = await saved(store)
    await store.close()
    rebuild = a_step(
        "CREATE TABLE copy AS SELECT * FROM seats; DROP TABLE seats; ALTER TABLE copy RENAME TO seats;"
        "CREATE TABLE copy2 AS SELECT * FROM tables; DELETE FROM tables; INSERT INTO tables SELECT * FROM copy2;"
        "DROP TABLE copy2;"
    )
    store = await SqliteStore.open(path, [*KNOWN, rebuild])
    assert await store.tables.load(table.id) == table
    with pytest.raises(sqlite3.IntegrityError):
        await saved(store, rematch_of=4711)
    await store.close()


async def test_a_newer_file_is_refused(path: Path) -> None:
    """The error is one line, and the file is unchanged."""
    await opened(path, a_step("CREATE TABLE more (a TEXT);"))
    before = dump(path)
    with pytest.raises(StoreOpenError, match=r"newer version of the bot.* update the bot") as refusal:
        await SqliteStore.open(path)
    assert "\n" not in str(refusal.value)
    assert dump(path) == before


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE migrations SET checksum = 'another' WHERE number = 1",
        "DELETE FROM migrations WHERE number = 1",
    ],
    ids=["changed", "missing"],
)
async def test_a_file_made_by_other_migrations_is_refused(path: Path, damage: str) -> None:
    """A step was changed after it was published, or is missing."""
    await opened(path)
    with closing(sqlite3.connect(path)) as sql, sql:
        sql.execute(damage)
    with pytest.raises(StoreOpenError, match=r"made with another “\d{4}_\w+”"):
        await SqliteStore.open(path, [*KNOWN, a_step("CREATE TABLE more (a TEXT);")])


def test_line_endings_do_not_change_a_migrations_checksum() -> None:
    """A checkout on Windows has the same steps."""
    unix = Migration(1, "0001_a", "CREATE TABLE a (b TEXT);\n-- done\n")
    assert unix._replace(text=unix.text.replace("\n", "\r\n")).checksum == unix.checksum
    assert unix._replace(text=unix.text.replace("b", "c")).checksum != unix.checksum


def test_a_gap_in_the_migration_numbers_is_an_error(tmp_path: Path) -> None:
    """A gap is found by the first test that opens a store."""
    for name in ("0001_a.sql", "0003_b.sql"):
        (tmp_path / name).write_text("SELECT 1;")
    with pytest.raises(ValueError, match=r"0003_b\.sql should be number 0002"):
        migrations_in(tmp_path)


def test_statements_are_split_as_in_sql() -> None:
    """Statements do not end at a semicolon in a string, a comment or a trigger."""
    trigger = "CREATE TRIGGER t AFTER INSERT ON a BEGIN\n DELETE FROM b; DELETE FROM c;\nEND;"
    text = f"-- one; two\nINSERT INTO a VALUES ('x;y'); /* three; */ SELECT 1;{trigger}\nSELECT 2\n"
    assert list(statements(text)) == [
        "-- one; two\nINSERT INTO a VALUES ('x;y');",
        "/* three; */ SELECT 1;",
        trigger,
        "SELECT 2",
    ]
