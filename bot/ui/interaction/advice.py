"""What to advise somebody who has no table yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.language import _
from bot.ui.interaction.services import settings_here
from bot.ui.interaction.whereabouts import answers_are_public

if TYPE_CHECKING:
    from bot.ui.kit.types import Interaction


async def how_to_play(interaction: Interaction) -> str:
    """How to get a table from there, as the end of a sentence."""
    if await may_open_in_server(interaction):
        return _("open a table with /table new")
    return _("play in a group DM or with /solo in your direct messages with me")


async def may_open_in_server(interaction: Interaction) -> bool:
    """Whether the person may open tables there, in some channel: not where only the asker reads answers, or where the
    server does not let them.
    """
    user = interaction.user
    chosen = await settings_here(interaction)
    roles = [role.id for role in user.roles] if isinstance(user, discord.Member) else []
    is_allowed = chosen.allows_person(roles, manages=interaction.permissions.manage_guild)
    return answers_are_public(interaction) and is_allowed and user.id not in chosen.barred
