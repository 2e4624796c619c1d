"""`/table host|invite|autopilot|ask|agree`: the host, invitations, the autopilot, and agreements."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.ui.table import agreeing, hosting, joining
from cogs.table.group import answered_here, table

if TYPE_CHECKING:
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
