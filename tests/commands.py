"""All slash commands, loaded as the bot loads them, without connecting to Discord."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.sharding.client import ShardedBot
from cogs import add_commands

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from discord.ext import commands


@asynccontextmanager
async def loaded() -> AsyncIterator[commands.AutoShardedBot]:
    """Yield a bot with every command loaded, and close it afterwards."""
    bot = ShardedBot("!", intents=discord.Intents.none())
    await add_commands(bot)
    yield bot
    await bot.close()


def leaves(bot: commands.AutoShardedBot) -> list[app_commands.Command[Any, ..., Any]]:
    """Return every command that can be called, which leaves out the groups."""
    return [command for command in bot.tree.walk_commands() if isinstance(command, app_commands.Command)]
