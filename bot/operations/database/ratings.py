"""`python -m bot ratings rebuild`: recomputes all ratings from the games' results, while the bot is stopped."""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING

from bot.command_line import Parser
from bot.operations.database import which_database
from bot.records.model import EVERYWHERE
from bot.settings import Settings, SettingsError
from bot.stopping import interruptible
from bot.tables.model.stores import StoreUnavailableError
from db.errors import StoreOpenError, not_installed
from db.store import open_store

if TYPE_CHECKING:
    from pathlib import Path

    from bot.records.model import Ladder, Player, Rating

MAX_PRINTED = 50


def main(arguments: list[str]) -> int:
    """Rebuild the ratings. Returns 0 when done, 2 with one line if the file cannot be used, for example while the bot
    runs. Ctrl-C ends the process at once.
    """
    parser = Parser(
        prog="python -m bot ratings",
        description="Recompute the ratings in the database (DATABASE_PATH or DATABASE_URL) from the results. "
        "Stop the bot first.",
    )
    parser.add_argument("what", choices=["rebuild"], help="recompute all ratings")
    parser.parse_args(arguments)
    try:
        settings = Settings.from_env()
        path = settings.database_path
        if settings.database_url:
            _refuse_if_in_use(settings.database_url)  # before the schema is touched
        else:
            which_database.require_there(path)
        sys.stdout.write(asyncio.run(_rebuild(path, settings.database_url)))
        if not settings.database_url and (doubt := which_database.doubt(path)):
            sys.stdout.write(f"Look: {doubt}\n")
    except (SettingsError, StoreOpenError, StoreUnavailableError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


def _refuse_if_in_use(url: str) -> None:
    """Raises: StoreOpenError: a bot uses the server's database; a file is locked by the bot that does."""
    try:
        from db.engines.postgres.processes import refuse_if_in_use
    except ImportError as error:
        raise not_installed() from error
    refuse_if_in_use(url)


def _exclusive(url: str) -> AbstractContextManager[None]:
    """Keeps bots from starting meanwhile; those on a file are kept off by its lock."""
    if not url:
        return nullcontext()
    from db.engines.postgres.processes import exclusive

    return exclusive(url)


async def _rebuild(path: Path, url: str) -> str:
    store = await open_store(path, url)
    try:
        with _exclusive(url), interruptible():
            rebuilding = asyncio.ensure_future(store.records.rebuild())
            await asyncio.wait((rebuilding,))
            changed = rebuilding.result()
    except asyncio.CancelledError:
        sys.stderr.write("Stopped: the ratings are as they were.\n")
        sys.stderr.flush()
        os._exit(2)  # closing the store would finish the transaction, which may take minutes
    finally:
        await store.close()
    if not changed:
        return "All ratings were right; nothing changed.\n"
    lines = [_line(ladder, player, *ratings) for (ladder, player), ratings in changed.items()]
    if len(lines) > MAX_PRINTED:
        lines[MAX_PRINTED:] = [f"and {len(lines) - MAX_PRINTED} more"]
    return "\n".join([f"Ratings changed: {len(changed)}", *lines, ""])


def _line(ladder: Ladder, player: Player, before: Rating | None, after: Rating | None) -> str:
    where = "everywhere"
    if ladder.guild_id != EVERYWHERE:
        where = f"server {ladder.guild_id}, season {ladder.season}"
    who = f"computer player {player.level}" if player.is_computer else f"person {player.person}"
    return f"  {ladder.game}, {ladder.kind}, {where}, {who}: {_shown(before)} -> {_shown(after)}"


def _shown(rating: Rating | None) -> str:
    return "none" if rating is None else f"{rating.mu:.3f} ± {rating.sigma:.3f} (games: {rating.games})"
