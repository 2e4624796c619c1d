"""Backs up a database with PostgreSQL's own pg_dump, while bots are running."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from psycopg.conninfo import conninfo_to_dict, make_conninfo

from db.engines.postgres.errors import place_of
from db.engines.unfinished import written_aside
from db.errors import BackupError

DEBIAN_CLIENTS = "/usr/lib/postgresql"


def backup(url: str, target: Path) -> None:
    """Write a consistent, compressed dump for `pg_restore`; it is renamed to `target` only once complete on disk.

    Raises:
        BackupError: with one line for the host; `target` is unchanged.
        StoreOpenError: the address is not valid.
    """
    where = place_of(url)
    parts = conninfo_to_dict(url)
    password = str(parts.pop("password", None) or "")
    command = [_program(), "--format=custom", "--no-owner", "--no-privileges"]
    try:
        with written_aside(target) as unfinished:
            done = subprocess.run(  # noqa: S603  # PostgreSQL's program, and a file that the host named
                [*command, f"--file={unfinished}", f"--dbname={make_conninfo('', **parts)}"],
                env=os.environ | ({"PGPASSWORD": password} if password else {}),  # everybody can read a command line
                capture_output=True,
                text=True,
                check=False,
            )
            if done.returncode:
                raise BackupError(f"{where} could not be copied to {target} ({_error_line(done.stderr, password)}).")
    except OSError as error:
        raise BackupError(
            f"{where} could not be copied to {target} ({error.strerror}): check the path and the disk."
        ) from error


def _program() -> str:
    """The newest pg_dump installed: it can dump older servers, but not newer ones."""
    found = sorted(Path(DEBIAN_CLIENTS).glob("*/bin/pg_dump"), key=lambda path: float(path.parts[-3]))
    program = str(found[-1]) if found else shutil.which("pg_dump")
    if program is None:
        raise BackupError("pg_dump is not installed: install PostgreSQL's client programs (postgresql-client).")
    return program


def _error_line(text: str, password: str) -> str:
    line = next((line.strip() for line in text.splitlines() if line.strip()), "pg_dump failed")
    return line.replace(password, "[password]") if password else line
