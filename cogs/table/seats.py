"""`/table join|leave|kick` and `/table bot add|remove`: who sits at this channel's table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.ui.commands.completion import level_names, own_tables
from bot.ui.interaction.table_lookup import table_to_leave
from bot.ui.table import hosting, joining, leaving, preparing
from cogs.context import answered
from cogs.table.group import answered_here, table

if TYPE_CHECKING:
    from bot.ui.interaction.reply import Reply
    from bot.ui.kit.types import Interaction


@table.command(name="join", description="Sit down at this channel's table, or take your seat back")
async def join(interaction: Interaction) -> None:
    await answered_here(interaction, joining.join)


@table.command(name="leave", description="Give up your seat; during a game a computer player takes it")
@app_commands.describe(table="Which of your tables, if it is not this channel's")
@app_commands.autocomplete(table=own_tables)
async def leave(interaction: Interaction, table: str = "") -> None:
    async def work(reply: Reply) -> None:
        await leaving.leave(reply, await table_to_leave(interaction, table))

    await answered(interaction, work)


@table.command(name="kick", description="Remove a player (host; moderators if the server's settings say so)")
@app_commands.describe(user="Who")
async def kick(interaction: Interaction, user: discord.User) -> None:
    await answered_here(interaction, lambda reply, here: hosting.kick(reply, here, user.id))


bot_group = app_commands.Group(name="bot", description="Computer players at this channel's table", parent=table)


@bot_group.command(name="add", description="Seat a computer player (host)")
@app_commands.describe(level="How well it plays")
@app_commands.autocomplete(level=level_names)
async def add(interaction: Interaction, level: str | None = None) -> None:
    await answered_here(interaction, lambda reply, here: preparing.add_computer(reply, here, level))


@bot_group.command(name="remove", description="Remove the last computer player (host)")
async def remove(interaction: Interaction) -> None:
    await answered_here(interaction, preparing.remove_computer)
