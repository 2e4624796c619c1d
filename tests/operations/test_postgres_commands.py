"""A host's commands on PostgreSQL: the check-up, the backup, and the recomputed ratings."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import stat
import subprocess
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import psycopg
import pytest
from psycopg import sql

from bot.operations.database import backup, move_to_postgres, ratings
from bot.operations.doctor import command as doctor
from bot.operations.doctor.finding import bad, good
from bot.tables.model.leases import Claim
from bot.tables.model.share import ALL
from bot.tables.model.stores import StoreUnavailableError
from db.engines.postgres import opening
from db.engines.postgres.schema import known_migrations, migrate
from db.errors import StoreAwayError, StoreOpenError
from db.records.store import RecordStore
from db.store import PostgresStore
from tests import postgres as servers
from tests.db.examples import saved

if TYPE_CHECKING:
    from pathlib import Path

    from bot.tables.model.leases import Leases
    from tests.postgres import Server

ADA = 1_000


async def test_a_dump_can_be_restored_and_overwrites_nothing(
    file: Path, url: str, postgres: Server, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Only the host may read the dump. A name that is taken is refused."""
    store = await PostgresStore.open(url)
    table = await saved(store)
    target = tmp_path / "copy.dump"
    assert backup.main([str(target)]) == 0
    assert f"was copied to {target}" in capsys.readouterr().out
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    await store.close()
    assert backup.main([str(target)]) == 2
    assert "exists already" in capsys.readouterr().err
    programs = servers.programs()
    assert programs is not None
    restored = postgres.empty()
    subprocess.run([programs / "pg_restore", "--no-owner", f"--dbname={restored}", target], check=True)
    again = await PostgresStore.open(restored)
    assert await again.tables.load(table.id) == table
    await again.close()
    postgres.drop(restored)
    assert [path.name for path in tmp_path.iterdir()] == ["copy.dump"]
    assert file.exists() is False


@pytest.mark.parametrize("url", ["postgresql://bot:swordf1sh@127.0.0.1:1/tables", "mysql://bot:swordf1sh@db/tables"])
def test_every_command_reports_an_unreachable_database_in_one_line(
    file: Path, url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """No command shows the password."""
    file.write_bytes(b"")
    monkeypatch.setenv("DATABASE_URL", url)
    for command, arguments in (
        (backup, [str(tmp_path / "copy")]),
        (move_to_postgres, [str(file)]),
        (ratings, ["rebuild"]),
    ):
        assert command.main(arguments) == 2
        told = capsys.readouterr()
        assert told.err.count("\n") == 1
        assert "swordf1sh" not in told.err + told.out
    assert doctor.main(["--offline"]) == 2
    told = capsys.readouterr()
    shown = told.out
    assert "swordf1sh" not in shown + told.err
    assert re.search(r"^bad +database +", shown, re.MULTILINE)


async def test_the_doctor_describes_the_database(file: Path, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The database may be empty, have tables and a bot, a clock that is off, a newer schema, or another program's
    tables.
    """
    monkeypatch.setattr(doctor, "check_players", lambda: good("players", "Not tried: it starts a worker."))

    def found() -> dict[str, str]:
        return {finding.subject: f"{finding.grade}: {finding.sentence}" for finding in doctor.examine(offline=True)}

    assert "is reached and empty" in found()["database"]
    store = await PostgresStore.open(url)
    await saved(store)
    await store.deadlines.beat(time.time(), share=ALL)
    assert re.match(r"ok: PostgreSQL database .* is PostgreSQL \d+: [\d,]+ KiB, 1 live table\.$", found()["database"])
    assert "No bot is running on this database now; the last one wrote to it " in found()["process"]
    with psycopg.connect(url) as connection:
        connection.execute("INSERT INTO shard_plan (id, shards) VALUES (1, 3)")
        connection.execute("INSERT INTO processes (name, until) VALUES ('one', 9e9), ('dead', 1)")
        connection.execute("INSERT INTO shards (number, owner) VALUES (0, 'one'), (1, 'dead'), (2, NULL)")
    assert found()["process"] == "ok: At work on this database: one."
    assert found()["shards"].startswith("look: No process has the shards 1, 2")
    assert found()["clock"] == "ok: It agrees with the database's."
    await store.close()
    now = time.time
    monkeypatch.setattr(time, "time", lambda: now() - 60)
    assert "60 s behind the database's" in found()["clock"]
    with psycopg.connect(url) as connection:
        connection.execute("INSERT INTO migrations VALUES (9999, 'later', 'x', 9999)")
    assert "bad: " in found()["database"]
    assert "newer version" in found()["database"]
    with psycopg.connect(url) as connection:
        connection.execute("DROP TABLE migrations")
    assert "belongs to another program" in found()["database"]


async def test_the_doctor_reports_a_user_who_may_not_create_tables(
    file: Path, url: str, postgres: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From PostgreSQL 15 on, this is everybody but the database's owner."""
    role = sql.Identifier(f"weak_{os.getpid()}")
    postgres.run(sql.SQL("CREATE ROLE {} LOGIN").format(role))
    try:
        monkeypatch.setenv("DATABASE_URL", url.replace("bot@", f"weak_{os.getpid()}@"))
        [found] = [one for one in doctor.examine(offline=True) if one.subject == "database"]
        assert found.grade == "bad"
        assert (
            "the user may not create tables there, or not change those that are there: make it the owner"
            in found.sentence
        )
    finally:
        postgres.run(sql.SQL("DROP ROLE {}").format(role))


async def test_the_doctor_reports_a_user_who_may_not_update_the_schema(
    file: Path, url: str, postgres: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody who was given all rights to the tables can play until an update changes them. The doctor used to say
    that the next start would do so.
    """
    role = sql.Identifier(f"granted_{os.getpid()}")
    postgres.run(sql.SQL("CREATE ROLE {} LOGIN").format(role))
    try:
        with psycopg.connect(url, autocommit=True) as connection:
            migrate(connection, "", known_migrations()[:5])
            connection.execute(sql.SQL("GRANT ALL ON ALL TABLES IN SCHEMA public TO {}").format(role))
            connection.execute(sql.SQL("GRANT CREATE ON SCHEMA public TO {}").format(role))
        mine = url.replace("bot@", f"granted_{os.getpid()}@")
        with pytest.raises(StoreOpenError) as refused:
            await PostgresStore.open(mine)
        monkeypatch.setenv("DATABASE_URL", mine)
        found = [one for one in doctor.examine(offline=True) if one.subject == "database"]
        assert found == [bad("database", str(refused.value))]
    finally:
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(sql.SQL("DROP OWNED BY {}").format(role))
        postgres.run(sql.SQL("DROP ROLE {}").format(role))


async def test_the_doctor_reports_a_database_that_cannot_keep_what_the_bot_saves(
    file: Path, postgres: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It accepts no changes, or has an encoding without most signs. The doctor used to find both to be fine."""

    def found(url: str) -> str:
        monkeypatch.setenv("DATABASE_URL", url)
        findings = [one for one in doctor.examine(offline=True) if one.subject == "database"]
        return f"{findings[-1].grade}: {findings[-1].sentence}"

    url = postgres.copy()
    name = sql.Identifier(str(psycopg.conninfo.conninfo_to_dict(url)["dbname"]))
    postgres.run(sql.SQL("ALTER DATABASE {} SET default_transaction_read_only = on").format(name))
    assert re.match("bad: .* accepts no changes", found(url))
    postgres.drop(url)
    postgres.run(sql.SQL("CREATE DATABASE latin TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'"))
    url = postgres.url("latin")
    assert re.match("bad: .* LATIN1", found(url))
    with psycopg.connect(url, autocommit=True) as connection:
        migrate(connection, "", known_migrations())
    assert re.match("look: .* LATIN1", found(url))
    postgres.drop(url)


async def test_a_rebuild_needs_all_processes_stopped(file: Path, url: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Changes by a running process would be lost or come back, such as the ratings of somebody whose
    data is deleted.
    """
    store = await PostgresStore.open(url)
    claim = Claim("one", 1, life="its")
    await store.shards.renew(claim, time.time(), time.time() + 30)
    assert await asyncio.to_thread(ratings.main, ["rebuild"]) == 2
    said = capsys.readouterr().err
    assert "is used by the bot (one): stop all its processes first" in said
    assert said.count("\n") == 1
    await store.shards.release(claim)
    await store.close()
    assert await asyncio.to_thread(ratings.main, ["rebuild"]) == 0
    assert capsys.readouterr().out == "All ratings were right; nothing changed.\n"


async def test_no_bot_starts_while_ratings_are_rebuilt(
    file: Path, url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever a bot wrote during the rebuild used to be lost. It now reports why it waits, and starts when the rebuild
    is done.
    """
    monkeypatch.setattr(
        opening, "_SETTINGS", opening._SETTINGS.replace("lock_timeout = '5s'", "lock_timeout = '200ms'")
    )
    opened_before = await PostgresStore.open(url)
    claim, rebuild = Claim("one", 1, life="its"), RecordStore.rebuild
    tried: list[str] = []

    async def claimed_afterwards() -> Leases:
        """Try again, as a bot does: the server frees the command's locks a moment after it ends."""
        async with asyncio.timeout(60):
            while True:
                with suppress(StoreUnavailableError):
                    return await opened_before.shards.renew(claim, time.time(), time.time() + 30)

    async def meanwhile(records: RecordStore) -> Any:
        with pytest.raises(StoreAwayError) as refused:
            await PostgresStore.open(url)
        with pytest.raises(StoreUnavailableError):
            await opened_before.shards.renew(claim, time.time(), time.time() + 30)
        tried.append(str(refused.value))
        return await rebuild(records)

    monkeypatch.setattr(RecordStore, "rebuild", meanwhile)
    assert await asyncio.to_thread(ratings.main, ["rebuild"]) == 0
    assert capsys.readouterr().out == "All ratings were right; nothing changed.\n"
    [said] = tried
    assert said.endswith(": a command is using it exclusively; the bot starts when that is done.")
    assert (await claimed_afterwards()).own == {0}
    await opened_before.shards.release(claim)
    await opened_before.close()
    await (await PostgresStore.open(url)).close()


def test_a_missing_pg_dump_is_reported(
    file: Path, url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    from db.engines.postgres import backup as dumping

    monkeypatch.setattr(dumping, "DEBIAN_CLIENTS", str(tmp_path))
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    assert backup.main([str(tmp_path / "copy")]) == 2
    assert "pg_dump is not installed" in capsys.readouterr().err
