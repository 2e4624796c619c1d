"""Whether tables may be opened here, and by this person, according to the server's settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.language import _, ngettext
from bot.render.words import listing
from bot.tables.acts import guild_settings
from bot.tables.model.errors import TableError
from bot.ui.interaction.services import services_of

if TYPE_CHECKING:
    from bot.tables.acts.guild_settings import GuildSettings
    from bot.ui.kit.types import Interaction

MAX_NAMED = 5


async def require_may_open(interaction: Interaction, *, watch: bool = False) -> GuildSettings:
    """The server's settings, if this person may open a table in this channel.

    Raises:
        TableError: they may not; the sentence says where, or who may.
    """
    chosen = await guild_settings.load(services_of(interaction).store.people, interaction.guild_id or 0)
    channel = interaction.channel
    parent = channel.parent_id if isinstance(channel, discord.Thread) else None
    if not chosen.allows_channel(interaction.channel_id, parent):
        places = [f"<#{allowed}>" for allowed in chosen.allowed_channels[:MAX_NAMED]]
        raise TableError(
            _("In this server tables can only be opened in {places}; try again there.").format(
                places=listing(places, _("or"))
            )
        )
    user = interaction.user
    roles = {role.id for role in user.roles} if isinstance(user, discord.Member) else set()
    if not chosen.allows_person(roles, manages=interaction.permissions.manage_guild):
        raise TableError(_who(chosen))
    await _require_room(interaction, watch=watch)
    return chosen


async def _require_room(interaction: Interaction, *, watch: bool) -> None:
    """Refuse one table too many: the bot's time, and what Discord lets it send, is shared by all."""
    bot, guild_id = services_of(interaction), interaction.guild_id or 0
    host, live = bot.settings, await bot.store.tables.open_tables(guild_id, interaction.user.id)
    if live.of_person >= host.tables_a_person:
        raise TableError(
            ngettext(
                "You have {number} table open already; end it with /table end before you open another one.",
                "You have {number} tables open already; end one of them with /table end before you open another one.",
                live.of_person,
            ).format(number=live.of_person)
        )
    if live.in_server >= host.tables_a_server:
        raise TableError(
            ngettext(
                "This server has {number} open table already; join it, or wait until it ends.",
                "This server has {number} open tables already; join one of them, or wait until one ends.",
                live.in_server,
            ).format(number=live.in_server)
        )
    if watch and live.watched >= host.watched_tables:
        raise TableError(
            ngettext(
                "Computer players are playing at {number} table here already; watch that one, or end it first.",
                "Computer players are playing at {number} tables here already; watch one of those, or end one first.",
                live.watched,
            ).format(number=live.watched)
        )


def _who(chosen: GuildSettings) -> str:
    if chosen.starting_role is None:
        return _("In this server only people who may manage it can open tables; ask one of them to open one.")
    return _("In this server only people with the role {role} can open tables; ask one of them to open one.").format(
        role=f"<@&{chosen.starting_role}>"
    )
