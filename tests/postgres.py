"""A PostgreSQL server for tests: Debian's, shared by all test processes, and stopped when the tests have ended."""

from __future__ import annotations

import fcntl
import json
import os
import pwd
import shutil
import subprocess
import tempfile
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import psycopg
from psycopg import sql

from db.engines.postgres.opening import open_checked
from db.engines.postgres.schema import known_migrations

if TYPE_CHECKING:
    from collections.abc import Iterator

FAST = ("fsync=off", "full_page_writes=off", "autovacuum=off")
"""For tests that do not cut the power: commits need not reach the disk, and survive a killed server all the same."""
GUARDED = "guarded"
"""Name of a user who needs a password. Tests create the user."""
_TEMPLATE = "template_of_tests"
# Stops the server when the controlling test process has ended, however it ended.
_WATCH = """
(while ps -p "$1"; do sleep 0.5; done; kill -QUIT "$(head -1 "$2/data/postmaster.pid")"; rm -rf "$2") \
    >/dev/null 2>&1 </dev/null &
"""

_EMPTIED = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid();
    SET session_replication_role = replica; -- no foreign key is checked
    DO $$ DECLARE name TEXT; BEGIN
        FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'migrations' LOOP
            EXECUTE format('DELETE FROM %I', name);
        END LOOP;
        FOR name IN SELECT sequencename FROM pg_sequences WHERE schemaname = 'public' AND last_value IS NOT NULL LOOP
            EXECUTE format('ALTER SEQUENCE %I RESTART', name);
        END LOOP;
    END $$
"""


def programs() -> Path | None:
    """Return the folder of the newest PostgreSQL server that Debian installed, or None."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: int(folder.parent.name))
    return found[-1] if found and (found[-1] / "initdb").exists() else None


class Server(NamedTuple):
    """A running server, reached through a Unix socket in its folder."""

    folder: Path
    settings: tuple[str, ...] = ()

    def url(self, database: str, user: str = "bot") -> str:
        return f"postgresql://{user}@/{database}?host={self.folder}"

    def copy(self) -> str:
        """Create a database with the schema and return its URL."""
        name = f"t{os.getpid()}_{next(_numbers)}"
        self.run(sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(sql.Identifier(name), sql.Identifier(_TEMPLATE)))
        return self.url(name)

    @contextmanager
    def lent(self) -> Iterator[str]:
        """Lend the URL of a database that has the schema and no rows; it is emptied afterwards for the next test.

        Creating and dropping one for each test took longer than the tests. Tests that change the schema use `copy`.
        """
        url = _free.pop() if _free else self.copy()
        yield url
        _empty(url)
        _free.append(url)

    def empty(self) -> str:
        """Create a database with nothing in it and return its URL."""
        name = f"e{os.getpid()}_{next(_numbers)}"
        self.run(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        return self.url(name)

    def drop(self, url: str) -> None:
        """Drop the database, to free its space."""
        name = str(psycopg.conninfo.conninfo_to_dict(url)["dbname"])
        self.run(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))

    def run(self, statement: sql.Composed | sql.SQL) -> None:
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(statement)

    def start(self) -> None:
        """Start the server, or start it again after it was stopped."""
        usual = ("listen_addresses=", f"unix_socket_directories={self.folder}", "max_connections=200")
        options = " ".join(f"-c {setting}" for setting in (*usual, *self.settings))
        self.control("-l", str(self.folder / "log"), "-o", options, "start")

    def with_standby(self) -> Server:
        """Start a standby that has everything this server answered, and return it. The caller has to stop it."""
        folder = _folder()
        with (self.folder / "data" / "pg_hba.conf").open("a") as rules:
            rules.write("local replication all trust\n")
        self.control("reload")
        _as_server(
            "pg_basebackup", "-D", str(folder / "data"), "-R", "-h", str(self.folder), "-U", "bot", "-X", "stream"
        )
        standby = Server(folder, self.settings)
        standby.start()
        self.run(sql.SQL("ALTER SYSTEM SET synchronous_standby_names = '*'"))
        self.control("reload")
        return standby

    def control(self, *arguments: str) -> None:
        """Run `pg_ctl` with these arguments and wait for it."""
        _as_server("pg_ctl", "-D", str(self.folder / "data"), "-w", *arguments)


_numbers = count(1)
_free: list[str] = []
_sweepers: dict[str, psycopg.Connection] = {}
"""The connections that empty the databases that are lent, by their URLs."""


def _empty(url: str) -> None:
    """Delete all rows, through a connection that is kept: a new one takes ten times as long, to learn the schema."""
    try:
        _sweepers[url].execute(_EMPTIED)
    except (KeyError, psycopg.OperationalError):  # the first time, or the test has cut all connections
        _sweepers[url] = psycopg.connect(url, autocommit=True)
        _sweepers[url].execute(_EMPTIED)


def close_sweepers() -> None:
    """Close the connections that empty databases."""
    for connection in _sweepers.values():
        connection.close()
    _sweepers.clear()


def shared(folder: Path, controller: int) -> Server:
    """Return the server shared by all test processes that pass this folder; the first of them starts it."""
    note = folder / "postgres.json"
    with (folder / "postgres.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not note.exists():
            server = started(*FAST)
            subprocess.run(["setsid", "sh", "-c", _WATCH, "sh", str(controller), str(server.folder)], check=True)
            server.run(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(_TEMPLATE)))
            open_checked(server.url(_TEMPLATE), known_migrations())
            note.write_text(json.dumps(str(server.folder)))
        return Server(Path(json.loads(note.read_text())))


def started(*settings: str) -> Server:
    """Start a new server with these settings. The caller has to stop it."""
    folder = _folder()
    _as_server("initdb", "-D", str(folder / "data"), "-U", "bot", "-E", "UTF8", "--locale=C.UTF-8", "-A", "trust", "-N")
    rules = folder / "data" / "pg_hba.conf"
    rules.write_text(f"local all {GUARDED} scram-sha-256\n{rules.read_text()}")
    server = Server(folder, settings)
    server.start()
    return server


@contextmanager
def replicated() -> Iterator[tuple[Server, Server]]:
    """Start a primary and the standby that replicates it. The block has to stop the primary."""
    primary = started(*FAST)
    standby = primary.with_standby()
    yield primary, standby
    standby.control("-m", "immediate", "stop")
    for server in (primary, standby):
        shutil.rmtree(server.folder)


def _folder() -> Path:
    """Make a folder of the user who runs the server."""
    folder = Path(tempfile.mkdtemp(prefix="rummy-postgres-", dir="/tmp"))
    if os.getuid() == 0:
        shutil.chown(folder, user_of_server())
    return folder


def _as_server(program: str, *arguments: str) -> None:
    folder = programs()
    assert folder is not None
    user = user_of_server() if os.getuid() == 0 else None
    subprocess.run(
        [folder / program, *arguments], user=user, check=True, cwd="/tmp", stdout=subprocess.DEVNULL, timeout=60
    )


def user_of_server() -> str:
    """Return the user who runs the server, which refuses to run as root."""
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"
