"""`python -m bot move-to-postgres FILE`: copies everything in a SQLite file into an empty PostgreSQL database."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from bot.command_line import Parser
from bot.settings import Settings, SettingsError
from db.errors import StoreOpenError, not_installed

if TYPE_CHECKING:
    from db.engines.moving import CopiedTable


def main(arguments: list[str]) -> int:
    """Copy the file. Returns 0 when both have the same contents, 2 with one line when nothing was copied."""
    parser = Parser(
        prog="python -m bot move-to-postgres",
        description="Move everything in the SQLite FILE into the PostgreSQL database of DATABASE_URL, which must be "
        "empty. Stop the bot first. FILE keeps its contents; from then on the bot uses DATABASE_URL.",
    )
    parser.add_argument("file", type=Path, help="the SQLite file, as in DATABASE_PATH")
    options = parser.parse_args(arguments)
    try:
        moved = _move(options.file, Settings.from_env().database_url)
    except (SettingsError, StoreOpenError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    except KeyboardInterrupt:
        sys.stderr.write("Stopped: nothing was moved.\n")
        return 2
    width = max(len(table.table) for table in moved)
    for table in moved:
        rows = "row " if table.rows == 1 else "rows"
        sys.stdout.write(f"{table.table:<{width}}{table.rows:>12,} {rows}  {table.hash[:16]}\n")
    games = next(table.rows for table in moved if table.table == "tables")
    sys.stdout.write(
        f"{options.file} was moved: {games:,} {'table' if games == 1 else 'tables'}, and all rows have the same hash "
        f"on both sides. The bot uses the new database from its next start; keep the file until you have seen that.\n"
    )
    return 0


def _move(path: Path, url: str) -> list[CopiedTable]:
    if not url:
        raise StoreOpenError("DATABASE_URL is not set: it says where to move to.")
    try:
        from db.engines.moving import opened
    except ImportError as error:
        raise not_installed() from error
    progress = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(file=sys.stderr),
        transient=True,
    )
    with opened(path, url) as move, progress:
        task = progress.add_task("Moving", total=sum(move.sizes.values()))

        def on_progress(table: str, rows: int) -> None:
            progress.update(task, description=f"Moving {table}", advance=rows)

        return list(move.run(on_progress))
