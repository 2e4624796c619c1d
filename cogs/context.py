"""What all commands share: where they exist, and how they are answered in time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands

from bot.language import speaking
from bot.logs import about
from bot.rules.catalogue import GAMES
from bot.ui.house import house
from bot.ui.reply import Reply, in_time

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.ui.house import Interaction

SERVERS = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False)
EVERYWHERE = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False)
INSTALLED = app_commands.AppInstallationType(guild=True, user=False)

everywhere = app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
by_server = app_commands.allowed_installs(guilds=True, users=False)
game_choices = app_commands.choices(
    game=[app_commands.Choice(name=game.title, value=key) for key, game in GAMES.items()]
)


async def answered(
    interaction: Interaction, work: Callable[[Reply], Awaitable[None]], *, noting: bool = True
) -> None:
    """Do a command's work; the interaction is acknowledged in time, however long it takes.

    With `noting` False nothing is stored about who asks, not even their Discord's language.
    """
    reply = Reply(interaction, house(interaction).metrics)

    async def run() -> None:
        languages = house(interaction).languages
        spoken = await languages.of_interaction(interaction) if noting else languages.guess(interaction)
        with speaking(spoken):
            await work(reply)

    with about(interaction=interaction.id), house(interaction).metrics.answering("command"):
        await in_time(reply, run())
