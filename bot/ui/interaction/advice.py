"""What to advise somebody who has no table yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.language import _
from bot.tables.model import guild_settings
from bot.tables.model.records import NO_GUILD
from bot.ui.interaction.services import services_of
from bot.ui.interaction.whereabouts import answers_are_public, home_of

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
    chosen = await guild_settings.load(services_of(interaction).store.people, home_of(interaction) or NO_GUILD)
    roles = [role.id for role in user.roles] if isinstance(user, discord.Member) else []
    is_allowed = chosen.allows_person(roles, manages=interaction.permissions.manage_guild)
    return answers_are_public(interaction) and is_allowed and user.id not in chosen.barred
