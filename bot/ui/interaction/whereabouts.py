"""Where an interaction comes from: a server with the bot, its direct messages, or a place in which it can only answer.

Whoever installs the bot for themselves takes it along into group DMs and into servers that never installed it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.ui.kit.types import Interaction


def home_of(interaction: Interaction) -> int | None:
    """The server, if the bot is in it; None in all direct messages and in servers without the bot."""
    guild_id = interaction.guild_id
    return guild_id if guild_id is not None and interaction.client.get_guild(guild_id) is not None else None


def is_own_dm(interaction: Interaction) -> bool:
    """Whether these are the person's direct messages with the bot, which nobody else reads."""
    return interaction.guild_id is None and not interaction.context.private_channel
