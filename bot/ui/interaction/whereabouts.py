"""Where an interaction comes from: a server with the bot, its direct messages, or a place in which it can only answer.

People who install the bot for themselves can use it in group DMs and in servers that never installed it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

if TYPE_CHECKING:
    from bot.ui.kit.types import Interaction


def home_of(interaction: Interaction) -> int | None:
    """The server, if the bot is in it; None in all direct messages and in servers without the bot."""
    guild_id = interaction.guild_id
    return guild_id if guild_id is not None and interaction.client.get_guild(guild_id) is not None else None


def is_outside(interaction: Interaction) -> bool:
    """Whether the bot can only answer there: in a group DM, or in a server without it."""
    return home_of(interaction) is None and not is_own_dm(interaction)


def answers_are_public(interaction: Interaction) -> bool:
    """Whether Discord shows public answers to everybody there.

    Discord's page on permissions says of Use External Apps: “When disabled, users will still be allowed to use their
    apps but the responses will be ephemeral. This only applies to apps not also installed to the server.”
    """
    if interaction.guild_id is None or not is_outside(interaction):
        return True
    return interaction.app_permissions.use_external_apps


def others_read_answers(interaction: Interaction) -> bool:
    """Whether a public answer reaches anybody besides the person who asked, and they may write there themselves."""
    return not is_own_dm(interaction) and answers_are_public(interaction) and may_write(interaction)


def may_write(interaction: Interaction) -> bool:
    """Whether the person may write there. Discord asks this for commands, but not for presses."""
    granted, is_thread = interaction.permissions, isinstance(interaction.channel, discord.Thread)
    return interaction.guild_id is None or (granted.send_messages_in_threads if is_thread else granted.send_messages)


def is_own_dm(interaction: Interaction) -> bool:
    """Whether these are the person's direct messages with the bot, which nobody else reads."""
    return interaction.guild_id is None and not interaction.context.private_channel
