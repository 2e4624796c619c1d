"""Joins the rooms to the bot: every handler, and the answer to commands that fail."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import speaking
from bot.ui.board import last_round, own_tables, show, status, thoughts
from bot.ui.daily import board_handlers, deal_handlers, practice_handlers, puzzle_handlers
from bot.ui.help import rules_handlers
from bot.ui.interaction.dispatch import on_interaction
from bot.ui.interaction.failures import answer_failure, downgrade_lost_completions
from bot.ui.interaction.reply import Reply
from bot.ui.interaction.services import services_of
from bot.ui.lessons import lesson_handlers
from bot.ui.plans import plan_handlers
from bot.ui.records import leaderboard_handlers, person_records_handlers
from bot.ui.replays import (
    again_handlers,
    both_handlers,
    line_handlers,
    replay_handlers,
    review_handlers,
    train_handlers,
)
from bot.ui.settings import own_settings, privacy, server_settings
from bot.ui.table import (
    agreeing,
    calling,
    hosting,
    joining,
    leaving,
    lobby_forms,
    menu,
    moderating,
    playing_alone,
    preparing,
    rematch,
    table_list,
    voiding,
)
from bot.ui.turn import hint, play_handlers

if TYPE_CHECKING:
    from discord import app_commands
    from discord.ext import commands

    from bot.ui.kit.types import Interaction

HANDLERS = (
    last_round,
    show,
    status,
    lobby_forms,
    preparing,
    joining,
    menu,
    leaving,
    hosting,
    agreeing,
    rematch,
    plan_handlers,
    moderating,
    voiding,
    table_list,
    own_tables,
    calling,
    playing_alone,
    play_handlers,
    rules_handlers,
    replay_handlers,
    again_handlers,
    line_handlers,
    both_handlers,
    review_handlers,
    train_handlers,
    puzzle_handlers,
    practice_handlers,
    deal_handlers,
    lesson_handlers,
    board_handlers,
    privacy,
    leaderboard_handlers,
    person_records_handlers,
    own_settings,
    server_settings,
    hint,
    thoughts,
)
"""The modules whose handlers are registered by importing them."""


def register(bot: commands.AutoShardedBot) -> None:
    """Make the bot answer every control, and every command that fails."""
    bot.add_listener(on_interaction)
    bot.tree.error(_on_command_error)
    downgrade_lost_completions()


async def _on_command_error(interaction: Interaction, error: app_commands.AppCommandError) -> None:
    with speaking(await services_of(interaction).languages.of_interaction(interaction, save_locale=False)):
        await answer_failure(Reply.to(interaction), error)
