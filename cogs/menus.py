"""The bot's entries in the context menus of people and messages, under Apps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.language import speaking
from bot.ui.help.reporting import ask_for_report
from bot.ui.interaction.reply import Reply
from bot.ui.records.person_records_handlers import open_stats
from bot.ui.replays.replay_handlers import open_replay_of
from bot.ui.table.hosting import invite_by_name
from cogs.context import answered, everywhere

if TYPE_CHECKING:
    from discord.ext import commands

    from bot.ui.kit.types import Interaction


@app_commands.context_menu(name="Invite to my table")
@everywhere
async def invite(interaction: Interaction, user: discord.User) -> None:
    await answered(interaction, lambda reply: invite_by_name(reply, user.id))


@app_commands.context_menu(name="Statistics")
@everywhere
async def statistics(interaction: Interaction, user: discord.User) -> None:
    await answered(interaction, lambda reply: open_stats(reply, user.id, None))


@app_commands.context_menu(name="Replay")
@everywhere
async def replay(interaction: Interaction, message: discord.Message) -> None:
    await answered(interaction, lambda reply: open_replay_of(reply, message))


@app_commands.context_menu(name="Report a problem")
@everywhere
async def report(interaction: Interaction, message: discord.Message) -> None:
    reply = Reply.to(interaction)
    with speaking(await reply.services.languages.of_interaction(interaction, save_locale=False)):
        await ask_for_report(reply, message)  # a form is the first answer: nothing may acknowledge it before


def add_menus(bot: commands.AutoShardedBot) -> None:
    """Give the bot its entries in the menus of people and messages."""
    menus: tuple[app_commands.ContextMenu, ...] = (invite, statistics, replay, report)
    for menu in menus:
        bot.tree.add_command(menu)
