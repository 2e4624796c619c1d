"""Whether this person may open a table here, by the server's settings and the host's limits."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

import discord

from bot.language import _, listing, ngettext
from bot.permissions import can_read
from bot.tables.model import guild_settings
from bot.tables.model.errors import TableError
from bot.tables.model.records import NO_GUILD
from bot.ui.interaction.guests import NOT_WELCOME
from bot.ui.interaction.presence import find_guild
from bot.ui.interaction.services import services_of
from bot.ui.interaction.whereabouts import answers_are_public, home_of, may_write

if TYPE_CHECKING:
    from bot.tables.model.guild_settings import GuildSettings
    from bot.tables.model.records import TableRecord
    from bot.ui.kit.types import Interaction

MAX_NAMED = 5


@dataclass(frozen=True, slots=True)
class Applicant:
    """Who would open a table, and where. `member` is None outside servers."""

    person: int
    guild_id: int
    channel_id: int
    parent_id: int | None
    member: discord.Member | None
    manages: bool

    @property
    def roles(self) -> frozenset[int]:
        """The ids of the person's roles."""
        return frozenset(role.id for role in self.member.roles) if self.member is not None else frozenset()


def _applicant_here(interaction: Interaction) -> Applicant:
    """The person, in the channel where they pressed or typed."""
    channel, user = interaction.channel, interaction.user
    return Applicant(
        user.id,
        home_of(interaction) or NO_GUILD,
        interaction.channel_id or 0,
        channel.parent_id if isinstance(channel, discord.Thread) else None,
        user if isinstance(user, discord.Member) else None,
        interaction.permissions.manage_guild,
    )


async def applicant_at(interaction: Interaction, table: TableRecord) -> Applicant:
    """The person, in a table's channel, even if they ask in another channel or in their direct messages.

    Raises:
        TableError: they are no longer in that server.
    """
    if table.home == NO_GUILD:
        return Applicant(interaction.user.id, NO_GUILD, table.channel_id, None, None, manages=False)
    if interaction.channel_id == table.channel_id:
        return _applicant_here(interaction)
    guild = await find_guild(interaction.client, table.guild_id)
    applicant = await applicant_in(guild, interaction.user.id, table.channel_id, table.parent_id)
    if applicant is None:
        raise TableError(_("You are no longer in that table's server; open a table with /table new somewhere else."))
    return applicant


async def applicant_in(
    guild: discord.Guild | None, person: int, channel_id: int, parent_id: int | None
) -> Applicant | None:
    """The person, in a server's channel; None if they are no longer in the server.

    `parent_id` is used for a thread that the bot does not know. Without one, Discord is asked about the channel: it may
    be an archived private thread.
    """
    try:
        member = None if guild is None else await guild.fetch_member(person)
    except discord.NotFound:
        member = None
    if guild is None or member is None:
        return None
    channel = guild.get_channel_or_thread(channel_id)
    if channel is None and parent_id is None:
        with suppress(discord.NotFound, discord.Forbidden):
            channel = await guild.fetch_channel(channel_id)
    parent = channel.parent_id if isinstance(channel, discord.Thread) else parent_id
    return Applicant(member.id, guild.id, channel_id, parent, member, member.guild_permissions.manage_guild)


async def require_may_open(interaction: Interaction, *, watch: bool = False) -> None:
    """Refuse a table that this person may not open in this channel. Raises TableError."""
    if not may_write(interaction):
        raise TableError(_("You may not write in this channel, so open your table in another one."))
    await require_may_open_there(interaction, _applicant_here(interaction), watch=watch)


async def require_may_open_there(interaction: Interaction, applicant: Applicant, *, watch: bool = False) -> None:
    """Refuse a table that this person may not open there.

    Raises:
        TableError: they may not; the message says where, or who may.
    """
    bot = services_of(interaction)
    chosen = await guild_settings.load(bot.store.people, applicant.guild_id)
    if not answers_are_public(interaction):
        raise TableError(
            _(
                "In this server only you would see the table, as it does not let apps from outside answer everybody; "
                "play in a group DM or with /solo in your direct messages with me, or ask a moderator to add me."
            )
        )
    require_allowed(chosen, applicant, interaction.client.get_guild(applicant.guild_id))
    await bot.tables.opener.require_room(applicant.guild_id, applicant.person, watch=watch)


def require_allowed(chosen: GuildSettings, applicant: Applicant, guild: discord.Guild | None) -> None:
    """Refuse a table that the settings of the server (None: another process's) do not allow. Raises TableError."""
    if applicant.person in chosen.barred:
        raise TableError(_(NOT_WELCOME))
    if not chosen.allows_person(applicant.roles, manages=applicant.manages):
        raise TableError(_who(chosen, guild))
    if not chosen.allows_channel(applicant.channel_id, applicant.parent_id):
        raise TableError(_where(chosen, applicant, guild))


def _where(chosen: GuildSettings, applicant: Applicant, guild: discord.Guild | None) -> str:
    """Where else tables can be opened: the allowed channels that the person can see, the first of them by name."""
    left = [each for each in chosen.allowed_channels if guild is None or _is_seen(guild.get_channel(each), applicant)]
    if not left:
        return _(
            "In this server tables can only be opened in channels that are gone or that you cannot see; ask someone "
            "who manages the server to choose others with /server settings."
        )
    places = [f"<#{allowed}>" for allowed in left[:MAX_NAMED]]
    more = len(left) - len(places)
    if not more:
        return _("In this server tables can only be opened in {places}; try again there.").format(
            places=listing(places, _("or"))
        )
    return ngettext(
        "In this server tables can only be opened in {places} or {n} more channel; try again in one of them.",
        "In this server tables can only be opened in {places} or {n} more channels; try again in one of them.",
        more,
    ).format(places=", ".join(places), n=more)


def _is_seen(channel: discord.abc.GuildChannel | None, applicant: Applicant) -> bool:
    if channel is None:
        return False
    return applicant.member is None or can_read(channel.permissions_for(applicant.member), channel)


def _who(chosen: GuildSettings, guild: discord.Guild | None) -> str:
    role = chosen.starting_role
    if role is None or (guild is not None and guild.get_role(role) is None):
        return _("In this server only people who may manage it can open tables; ask one of them to open one.")
    return _("In this server only people with the role {role} can open tables; ask one of them to open one.").format(
        role=f"<@&{role}>"
    )
