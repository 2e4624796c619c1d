"""Slash commands, which parse their options and call the act's function, and gateway events."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.daily import Daily
from cogs.info import Info
from cogs.menus import add_menus
from cogs.play import Play
from cogs.privacy import Privacy
from cogs.records import Records
from cogs.replay import Replay
from cogs.server import Server
from cogs.settings import Settings
from cogs.table import solo, table
from cogs.verbs import Verbs

if TYPE_CHECKING:
    from discord.ext import commands


async def add_commands(bot: commands.AutoShardedBot) -> None:
    """Give the bot every slash command."""
    add_menus(bot)
    bot.tree.add_command(table)
    bot.tree.add_command(solo)
    for cog in (
        Play(),
        Verbs(),
        Info(),
        Settings(),
        Replay(),
        Records(),
        Privacy(),
        Server(),
        Daily(),
    ):
        await bot.add_cog(cog)
