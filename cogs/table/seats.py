"""`/table join|leave|kick` and `/table bot add|remove`: who sits at this channel's table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.ui.commands.completion import level_names
from bot.ui.interaction.table_lookup import table_here
from bot.ui.table import hosting, joining, leaving, preparing
from cogs.context import answered
from cogs.table.group import table

if TYPE_CHECKING:
    from bot.ui.interaction.reply import Reply
    from bot.ui.kit.types import Interaction


@table.command(name="join", description="Sit down at this channel's table, or take your seat back")
async def join(interaction: Interaction) -> None:
    async def work(reply: Reply) -> None:
        await joining.join(reply, await table_here(interaction))

    await answered(interaction, work)


@table.command(name="leave", description="Give up your seat; during a game a computer player takes it")
async def leave(interaction: Interaction) -> None:
    async def work(reply: Reply) -> None:
        await leaving.leave(reply, await table_here(interaction))

    await answered(interaction, work)


@table.command(name="kick", description="Remove a player (host)")
@app_commands.describe(user="Who")
async def kick(interaction: Interaction, user: discord.User) -> None:
    async def work(reply: Reply) -> None:
        await hosting.kick(reply, await table_here(interaction), user.id)

    await answered(interaction, work)


bot_group = app_commands.Group(name="bot", description="Computer players at this channel's table", parent=table)


@bot_group.command(name="add", description="Seat a computer player (host)")
@app_commands.describe(level="How well it plays")
@app_commands.autocomplete(level=level_names)
async def add(interaction: Interaction, level: str | None = None) -> None:
    async def work(reply: Reply) -> None:
        await preparing.add_computer(reply, await table_here(interaction), level)

    await answered(interaction, work)


@bot_group.command(name="remove", description="Remove the last computer player (host)")
async def remove(interaction: Interaction) -> None:
    async def work(reply: Reply) -> None:
        await preparing.remove_computer(reply, await table_here(interaction))

    await answered(interaction, work)
