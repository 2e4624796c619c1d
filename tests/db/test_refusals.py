"""A transaction that the disk or SQLite refuses is undone and reported in one line, and the next one is
tried afresh.
"""

from __future__ import annotations

import sqlite3
import traceback
from typing import TYPE_CHECKING

import pytest

from bot.tables.model.stores import StoreUnavailableError
from db.engines.sqlite.connection import Connection
from db.store import SqliteStore
from tests.db.examples import saved
from tests.db.works import beat, last_beat

if TYPE_CHECKING:
    from pathlib import Path


async def test_a_failed_commit_is_undone(connection: Connection) -> None:
    """A reference that is still broken at COMMIT leaves the transaction open in SQLite, but not here."""

    def dangling(sql: sqlite3.Connection) -> None:
        beat(2)(sql)
        sql.execute("PRAGMA defer_foreign_keys = ON")
        sql.execute("INSERT INTO snapshots (table_id, recent) VALUES (4711, '[]')")

    with pytest.raises(sqlite3.IntegrityError):
        await connection.write(dangling)
    assert await connection.read(last_beat) is None
    await connection.write(beat(3))
    assert await connection.read(last_beat) == 3


async def test_a_full_disk_changes_nothing_and_is_reported(
    connection: Connection, caplog: pytest.LogCaptureFixture
) -> None:
    """SQLite undoes the transaction by itself. When there is room again, the connection works on. The log says which
    disk is full, in one line however many transactions fail.
    """

    def allow(sql: sqlite3.Connection, pages: int) -> None:
        sql.execute(f"PRAGMA max_page_count = {pages}")

    def too_much(sql: sqlite3.Connection) -> None:
        beat(2)(sql)
        sql.execute("INSERT INTO people VALUES (1, ?)", ("x" * 1_000_000,))

    await connection.write(lambda sql: allow(sql, sql.execute("PRAGMA page_count").fetchone()[0]))
    with pytest.raises(StoreUnavailableError, match="disk is full") as refusal:
        await connection.write(too_much)
    assert "xxx" not in str(refusal.value)
    with pytest.raises(StoreUnavailableError):
        await connection.write(too_much)
    [line] = [record.getMessage() for record in caplog.records]
    assert line == f"The database failed: The disk that holds {connection._path} is full: make room."
    assert await connection.read(last_beat) is None
    await connection.write(lambda sql: allow(sql, 1_000_000))
    await connection.write(too_much)
    assert await connection.read(last_beat) == 2


@pytest.mark.usefixtures("migrated")
async def test_a_text_that_cannot_be_read_is_not_logged(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Python's error quotes all of it, and the state of a game has every hand."""
    store = await SqliteStore.open(path)
    table = await saved(store)
    await store.database.write(
        lambda sql: sql.execute("UPDATE snapshots SET state = CAST(X'6B696E67206F6620737061646573A5' AS TEXT)")
    )
    with pytest.raises(StoreUnavailableError) as refusal:
        await store.tables.load(table.id)
    await store.close()
    assert f"{path} is damaged (a text in it cannot be read)" in caplog.text
    assert "king of spades" not in caplog.text + "".join(traceback.format_exception(refusal.value))


@pytest.mark.parametrize("change", ["moved", "replaced"])
async def test_nothing_is_written_to_a_file_that_is_no_longer_there(
    connection: Connection, change: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A host put a backup in place without stopping the bot: moves were accepted, and gone after the next start."""
    path, moved = connection._path, tmp_path / "moved.sqlite3"
    await connection.write(beat(1))
    path.rename(moved)
    if change == "replaced":
        path.write_bytes(b"another file")
    for _ in range(2):
        with pytest.raises(StoreUnavailableError):
            await connection.write(beat(2))
    [line] = [record.getMessage() for record in caplog.records]
    assert line.startswith(f"The database failed: {path} was moved, deleted or replaced while the bot runs")
    moved.replace(path)
    assert await connection.read(last_beat) == 1
    await connection.write(beat(3))
    assert await connection.read(last_beat) == 3


async def test_a_failed_rollback_replaces_the_connection_and_keeps_the_data(connection: Connection) -> None:
    """The connection is closed, which undoes the transaction, and the next transaction gets a fresh one."""

    def stuck(sql: sqlite3.Connection) -> None:
        beat(2)(sql)
        sql.set_authorizer(lambda action, what, *_: sqlite3.SQLITE_DENY if what == "ROLLBACK" else sqlite3.SQLITE_OK)
        raise LookupError("in the middle")

    await connection.write(beat(1))
    with pytest.raises(LookupError):
        await connection.write(stuck)
    assert await connection.read(last_beat) == 1
    for setting, value in (("synchronous", 2), ("foreign_keys", 1)):
        assert await connection.write(lambda sql: sql.execute(f"PRAGMA {setting}").fetchone()[0]) == value  # noqa: B023
    await connection.write(beat(3))
    assert await connection.read(last_beat) == 3


@pytest.mark.usefixtures("migrated")
async def test_reopening_a_lost_file_is_retried_at_each_transaction(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Each transaction is refused in one line until the file can be opened. The log has SQLite's reason."""
    connection = await Connection.open(path)
    await connection.write(beat(1))
    await connection._writes.close()
    moved = path.rename(path.with_name("elsewhere.db"))
    path.mkdir()
    for _ in range(2):
        with pytest.raises(StoreUnavailableError, match="cannot use its database"):
            await connection.write(beat(2))
    assert "cannot be used (unable to open database file): check the disk." in caplog.text
    path.rmdir()
    moved.rename(path)
    assert await connection.read(last_beat) == 1
    await connection.close()


@pytest.mark.usefixtures("migrated")
async def test_pending_writes_lost_at_close_are_logged(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Pending writes for which nobody waits open the file again. That used to end in a traceback."""
    connection = await Connection.open(path)
    await connection.write(beat(1))
    await connection._writes.close()
    moved = path.rename(path.with_name("elsewhere.db"))
    path.mkdir()
    await connection.write_deferred(beat(2))
    await connection.close()
    assert "Pending writes were lost" in caplog.text
    path.rmdir()
    moved.rename(path)
    await (await Connection.open(path)).close()


async def test_a_mistake_in_a_statement_is_not_blamed_on_the_disk(connection: Connection) -> None:
    """The error of a mistaken statement is raised unchanged."""
    with pytest.raises(sqlite3.IntegrityError):
        await connection.write(lambda sql: sql.execute("INSERT INTO heartbeat VALUES (2, 1.0)"))
    with pytest.raises(sqlite3.ProgrammingError):
        await connection.write(lambda sql: sql.execute("INSERT INTO heartbeat VALUES (1, ?)"))
