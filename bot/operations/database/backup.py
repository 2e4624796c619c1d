"""`python -m bot backup FILE`: a consistent copy of the database, also while the bot is running."""

from __future__ import annotations

import sys
from pathlib import Path

from bot.command_line import Parser
from bot.operations.database import which_database
from bot.settings import Settings, SettingsError
from db.engines.sqlite.backup import backup
from db.errors import BackupError, StoreOpenError, not_installed


def main(arguments: list[str]) -> int:
    """Write the copy. Returns 0 when it is whole on disk, 2 with one line when it could not be made."""
    parser = Parser(
        prog="python -m bot backup",
        description="Copy the database (DATABASE_PATH, or DATABASE_URL by pg_dump) into FILE while the bot plays on. "
        "FILE must not exist yet.",
    )
    parser.add_argument("file", type=Path, help="where to write the copy")
    options = parser.parse_args(arguments)
    try:
        settings = Settings.from_env()
        path = settings.database_path.absolute()
        if settings.database_url:
            what, doubt = _dumped(settings.database_url, options.file), ""
        else:
            which_database.require_there(path)
            backup(path, options.file)
            what, doubt = which_database.described(path), which_database.doubt(path)
    except (SettingsError, BackupError, StoreOpenError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    except KeyboardInterrupt:
        sys.stderr.write("Stopped: no copy was made.\n")
        return 2
    size = options.file.stat().st_size
    sys.stdout.write(f"{what} was copied to {options.file.absolute()} ({size / 1024:,.0f} KiB).\n")
    if doubt:
        sys.stdout.write(f"Look: {doubt}\n")
    return 0


def _dumped(url: str, target: Path) -> str:
    """Write the dump; returns what was copied."""
    try:
        from db.engines.postgres.backup import backup
        from db.engines.postgres.errors import place_of
    except ImportError as error:
        raise not_installed() from error
    backup(url, target)
    return place_of(url)
