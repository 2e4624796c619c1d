"""The bot never waits longer than a minute to reconnect to Discord's gateway."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
import pytest

from bot.app import RummyBot
from bot.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path


async def test_a_refused_first_connection_ends_the_attempt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The library would try for ever. The bot's supervisor waits longer each time, and can be stopped."""
    tries: list[Any] = []

    async def refuse(*_: Any, **__: Any) -> None:
        tries.append(1)
        raise ConnectionRefusedError

    async def sleep(_seconds: float) -> None:
        """No time passes."""

    bot = RummyBot(Settings(database_path=tmp_path / "tables.sqlite3", bot_shard_count=2))
    with monkeypatch.context() as patch:
        patch.setattr("discord.gateway.DiscordWebSocket.from_client", refuse)
        patch.setattr("discord.shard.asyncio.sleep", sleep)
        with pytest.raises(discord.GatewayNotFound):
            await bot.launch_shards()
    await bot.close()
    assert len(tries) == 1


def test_a_cut_off_shard_retries_at_least_once_a_minute() -> None:
    """The pause is at most a minute, however often it has failed. discord.py's own pauses grow to 17 minutes."""
    backoff = discord.shard.ExponentialBackoff()  # type: ignore[attr-defined]
    pauses = [backoff.delay() for _ in range(60)]
    assert max(pauses) <= 60
    assert sum(pauses[20:]) > 40 * 20
    assert len(set(pauses)) == 60, "many bots do not come all at once"
