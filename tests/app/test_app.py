"""The bot put together: opened once, and released completely, whenever it is stopped."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from bot.app import RummyBot
from bot.players.workers import Workers
from bot.settings import Settings
from bot.sharding.processes import Processes
from db.store import SqliteStore
from tests.inline_workers import InlineWorkers

if TYPE_CHECKING:
    from pathlib import Path


async def test_stopping_while_workers_start_releases_the_database_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C may come at any moment, even in the first second on a slow machine."""
    reached = asyncio.Event()

    async def never_started(_: Workers) -> None:
        reached.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(Workers, "start", never_started)
    path = tmp_path / "tables.sqlite3"
    bot = RummyBot(Settings(database_path=path))
    opening = asyncio.create_task(bot.open())
    await reached.wait()
    await bot.release()
    opening.cancel()
    await asyncio.gather(opening, return_exceptions=True)
    await (await SqliteStore.open(path)).close()


async def test_opening_and_releasing_are_idempotent(tmp_path: Path) -> None:
    bot = RummyBot(Settings(database_path=tmp_path / "tables.sqlite3"), thinkers=InlineWorkers())
    await bot.open()
    store = bot.store
    await bot.open()
    assert bot.store is store
    await bot.release()
    await bot.release()


async def test_a_bot_that_was_closed_meanwhile_is_not_ready(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The library says `ready` seconds after the connection, which Discord may have ended. The log used to say “Ready
    in 0 servers” while the bot waited to try again.
    """
    caplog.set_level("INFO")
    bot = RummyBot(Settings(database_path=tmp_path / "tables.sqlite3"), thinkers=InlineWorkers())
    await bot.open()
    await bot.close()
    await bot.on_ready()
    assert "Ready" not in caplog.text


async def test_a_second_close_waits_until_the_database_file_is_released(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the host stops the bot after Discord ended its connection for good, pending writes are still finished."""
    may_leave = asyncio.Event()

    async def leave(_: Processes) -> None:
        await may_leave.wait()

    monkeypatch.setattr(Processes, "leave", leave)
    path = tmp_path / "tables.sqlite3"
    bot = RummyBot(Settings(database_path=path), thinkers=InlineWorkers())
    await bot.open()
    by_discord = asyncio.create_task(bot.close())
    await asyncio.sleep(0)
    by_the_host = asyncio.create_task(bot.close())
    await asyncio.sleep(0.05)
    assert not by_the_host.done()
    by_discord.cancel()
    may_leave.set()
    await by_the_host
    await (await SqliteStore.open(path)).close()
    with pytest.raises(asyncio.CancelledError):
        await by_discord
