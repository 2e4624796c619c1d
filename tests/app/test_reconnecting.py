"""The way back to Discord's gateway is never longer than a minute."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import discord
import pytest

from bot.app import build
from bot.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path


class EnoughError(Exception):
    """So many attempts were made as the test wants."""


async def test_a_discord_that_stays_away_is_tried_once_a_minute(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However often it was tried in vain; discord.py's own pauses grow to 17 minutes."""
    pauses: list[float] = []

    async def refuse(*_: Any, **__: Any) -> None:
        raise ConnectionRefusedError

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 60:
            raise EnoughError

    async with build(Settings(database_path=tmp_path / "tables.sqlite3")) as bot:
        bot.ws = SimpleNamespace(sequence=1, gateway=None, session_id="1", open=False)  # type: ignore[assignment]
        with monkeypatch.context() as patch:
            patch.setattr("discord.gateway.DiscordWebSocket.from_client", refuse)
            patch.setattr("asyncio.sleep", sleep)
            with pytest.raises(EnoughError):
                await bot.connect()
        await asyncio.sleep(0.01)  # the bot hears of each attempt in a task of its own
    assert max(pauses) <= 60
    assert sum(pauses[20:]) > 40 * 20
    assert len(set(pauses)) == 60, "many bots do not come all at once"


def test_shards_wait_no_longer() -> None:
    backoff = discord.shard.ExponentialBackoff()  # type: ignore[attr-defined]
    assert max(backoff.delay() for _ in range(60)) <= 60
