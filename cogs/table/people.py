"""`/table host|invite|autopilot|ask|agree`: the host, invitations, the autopilot, and agreements."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.ui.interaction.table_lookup import table_here
from bot.ui.table import agreeing, hosting, joining
from bot.ui.table.taking_back import take_back
from cogs.context import answered
from cogs.table.group import table

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
    async def work(reply: Reply) -> None:
        await hosting.pass_host(reply, await table_here(interaction), user.id)

    await answered(interaction, work)


@table.command(name="invite", description="Let somebody join a table for invited people (host)")
@app_commands.describe(user="Who")
async def invite(interaction: Interaction, user: discord.User) -> None:
    async def work(reply: Reply) -> None:
        await hosting.invite(reply, await table_here(interaction), user.id)

    await answered(interaction, work)


@table.command(name="autopilot", description="Let the computer play your seat for a while, or take it back")
@app_commands.describe(on="Whether it plays for you")
async def autopilot(interaction: Interaction, on: bool) -> None:
    async def work(reply: Reply) -> None:
        turn = joining.turn_autopilot_on if on else joining.come_back
        await turn(reply, await table_here(interaction))

    await answered(interaction, work)


@table.command(name="ask", description="Ask everyone to end the game, or to take your last action back")
@app_commands.describe(what="What you ask for")
@app_commands.choices(what=QUESTIONS)
async def ask(interaction: Interaction, what: str) -> None:
    async def work(reply: Reply) -> None:
        ask_all = agreeing.ask_to_end if what == "end" else take_back
        await ask_all(reply, await table_here(interaction))

    await answered(interaction, work)


@table.command(name="agree", description="Answer the question at this channel's table")
@app_commands.describe(answer="Whether you agree")
@app_commands.choices(answer=ANSWERS)
async def agree(interaction: Interaction, answer: str) -> None:
    async def work(reply: Reply) -> None:
        await agreeing.answer(reply, await table_here(interaction), yes=answer == "yes")

    await answered(interaction, work)
