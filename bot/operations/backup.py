"""`python -m bot backup FILE`: a consistent copy of the database, also while the bot is running."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from bot.operations import which_database
from bot.settings import Settings, SettingsError
from db.engines.sqlite.backup import backup
from db.errors import BackupError


def main(arguments: list[str]) -> int:
    """Write the copy. Returns 0 when it is whole on disk, 2 with one line when it could not be made."""
    parser = argparse.ArgumentParser(
        prog="python -m bot backup",
        description="Copy the database (DATABASE_PATH) into FILE while the bot plays on. FILE must not exist yet.",
    )
    parser.add_argument("file", type=Path, help="where to write the copy")
    options = parser.parse_args(arguments)
    try:
        path = Settings.from_env().database_path
        backup(path, options.file)
        what = which_database.described(path)
        doubt = which_database.doubt(path)
    except (SettingsError, BackupError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    size = options.file.stat().st_size
    sys.stdout.write(f"{what} was copied to {options.file.absolute()} ({size / 1024:,.0f} KiB).\n")
    if doubt:
        sys.stdout.write(f"Look: {doubt}\n")
    return 0
