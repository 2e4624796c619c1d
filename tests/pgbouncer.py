"""PgBouncer in front of a test's PostgreSQL server: Debian's, in either mode."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import psycopg

from tests.postgres import user_of_server

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.postgres import Server

PROGRAM = shutil.which("pgbouncer", path="/usr/sbin:/usr/bin:/usr/local/bin")

_SETTINGS = """
[databases]
* = host={server} user=bot
[pgbouncer]
listen_addr =
unix_socket_dir = {folder}
auth_type = any
pool_mode = {mode}
"""


@contextmanager
def pooled(server: Server, url: str, mode: str) -> Iterator[str]:
    """Yield a URL of the database through PgBouncer; `mode` is `session` or `transaction`."""
    assert PROGRAM is not None
    name = psycopg.conninfo.conninfo_to_dict(url)["dbname"]
    folder = Path(tempfile.mkdtemp(prefix="rummy-pgbouncer-", dir="/tmp"))
    settings = folder / "pgbouncer.ini"
    settings.write_text(_SETTINGS.format(server=server.folder, folder=folder, mode=mode))
    user = user_of_server() if os.getuid() == 0 else None
    if user is not None:
        shutil.chown(folder, user)
    pooler = subprocess.Popen([PROGRAM, settings], user=user, stderr=subprocess.PIPE)
    try:
        while not _accepts(folder / ".s.PGSQL.6432"):
            assert pooler.poll() is None, pooler.stderr and pooler.stderr.read().decode()
            time.sleep(0.02)
        yield f"postgresql://bot@/{name}?host={folder}&port=6432"
    finally:
        pooler.kill()
        pooler.communicate()
        shutil.rmtree(folder)


def _accepts(path: Path) -> bool:
    """Whether somebody listens there; the file exists a moment earlier."""
    with socket.socket(socket.AF_UNIX) as end:
        return end.connect_ex(str(path)) == 0
