"""Shared by all commands: where they are available, and answering in time."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from discord import app_commands

from bot.language import speaking
from bot.logs import about
from bot.ui.commands.completion import game_names, own_tables
from bot.ui.interaction.reply import Reply, in_time

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from discord.ui import LayoutView

    from bot.ui.kit.types import Interaction

C = TypeVar("C")

SCOPES = [
    app_commands.Choice(name="this server", value="server"),
    app_commands.Choice(name="everywhere", value="everywhere"),
]
"""Choices of the options that select a leaderboard, read by `is_everywhere`."""
ID_HELP = "Which table; the list shows the last games that ended here"
TABLE_HELP = "Which of your tables; usually this channel's, or the one that waits for you"

names_a_game = app_commands.autocomplete(game=game_names)
"""Decorator for commands with the option `game:`, which `bot.ui.wording.games` parses."""


def is_everywhere(scope: str | None) -> bool | None:
    """Whether everybody was chosen from `SCOPES`, rather than this server; None if nothing was."""
    return None if scope is None else scope == "everywhere"


def everywhere(command: C) -> C:
    """Decorator for a command or a group that works wherever the bot is, and wherever people use it from their own
    accounts: in servers, in direct messages with the bot, and in group DMs.
    """
    contexts = app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    return app_commands.allowed_installs(guilds=True, users=True)(contexts(command))


def at_a_table(command: C) -> C:
    """Decorator for a command about one of a person's tables: adds autocompletion for `table:`."""
    completed = app_commands.autocomplete(table=own_tables)(command)
    return everywhere(app_commands.describe(table=TABLE_HELP)(completed))


async def answered(
    interaction: Interaction, work: Callable[[Reply], Awaitable[object]], *, save_locale: bool = True
) -> None:
    """Run a command's work; the interaction is acknowledged in time, however long it takes.

    With `save_locale` False nothing is stored about the caller, not even their Discord language.

    Raises:
        TooFastError: the caller types commands too fast.
    """
    reply = Reply.to(interaction)
    languages = reply.services.languages
    reply.services.press_limit.command(interaction.user.id)

    async def run() -> None:
        with speaking(await languages.of_interaction(interaction, save_locale=save_locale)):
            await work(reply)

    with about(interaction=interaction.id), reply.services.metrics.answering("command"):
        await in_time(reply, run())


async def answered_privately(interaction: Interaction, build: Callable[[Reply], Awaitable[LayoutView]]) -> None:
    """Answer a command with a message that only the caller sees."""

    async def work(reply: Reply) -> None:
        await reply.private(await build(reply))

    await answered(interaction, work)
