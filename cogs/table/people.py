"""`/table host|invite|autopilot|ask|agree|join|leave|kick` and `/table bot add|remove`: the people at this channel's
table, and its computer players.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.ui.commands.completion import level_names, own_tables
from bot.ui.interaction.table_lookup import table_to_leave
from bot.ui.table import agreeing, hosting, joining, leaving, preparing
from cogs.context import answered
from cogs.table.group import answered_here, table

if TYPE_CHECKING:
    from bot.ui.interaction.reply import Reply
    from bot.ui.kit.types import Interaction

ANSWERS = [app_commands.Choice(name="yes", value="yes"), app_commands.Choice(name="no", value="no")]
QUESTIONS = [
    app_commands.Choice(name="end the game without a winner", value="end"),
    app_commands.Choice(name="take my last action back", value="undo"),
]


@table.command(name="host", description="Make another player the host of this channel's table (host)")
@app_commands.describe(user="Who")
async def pass_host(interaction: Interaction, user: discord.User) -> None:
    await answered_here(interaction, lambda reply, here: hosting.pass_host(reply, here, user.id))


@table.command(name="invite", description="Invite somebody to the table (host)")
@app_commands.describe(user="Who")
async def invite(interaction: Interaction, user: discord.User) -> None:
    await answered_here(interaction, lambda reply, here: hosting.invite(reply, here, user.id))


@table.command(name="autopilot", description="Let the computer play your seat for a while, or take it back")
@app_commands.describe(on="Whether it plays for you")
async def autopilot(interaction: Interaction, on: bool) -> None:
    await answered_here(interaction, joining.turn_autopilot_on if on else joining.come_back)


@table.command(name="ask", description="Ask everybody to end the game, or to take your last action back")
@app_commands.describe(what="What you ask for")
@app_commands.choices(what=QUESTIONS)
async def ask(interaction: Interaction, what: str) -> None:
    await answered_here(interaction, agreeing.ask_to_end if what == "end" else agreeing.take_back)


@table.command(name="agree", description="Answer the question at this channel's table")
@app_commands.describe(answer="Whether you agree")
@app_commands.choices(answer=ANSWERS)
async def agree(interaction: Interaction, answer: str) -> None:
    await answered_here(interaction, lambda reply, here: agreeing.answer(reply, here, yes=answer == "yes"))


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
