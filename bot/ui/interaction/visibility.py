"""The tables a person may know about: those where they played, and those in channels they can view. And whether they
manage a table's channel.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import discord

from bot.permissions import can_read, of_bot
from bot.tables.model.errors import UnknownRulesError
from bot.ui.interaction.presence import find_member
from bot.ui.interaction.services import services_of
from bot.ui.interaction.whereabouts import home_of, is_own_dm
from bot.ui.kit.controls import has_control

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Container, Iterable

    from discord.abc import GuildChannel

    from bot.tables.model.records import TableRecord
    from bot.tables.table.table import Table
    from bot.ui.kit.types import Interaction

VIEW = discord.Permissions(view_channel=True)
VIEW_HISTORY = discord.Permissions(view_channel=True, read_message_history=True)
"""Needed for an ended game, whose board is in the channel's history."""
MANAGE = discord.Permissions(manage_channels=True)
MAX_ASKED = 5
"""Maximum channels to ask Discord about for one list."""


async def known_table(
    interaction: Interaction, table_id: int, may_know: Callable[[TableRecord], Awaitable[bool]]
) -> Table | None:
    """The table with that id, if there is one and the person may know about it.

    Raises:
        UnknownRulesError: they may, but it cannot be read.
    """
    try:
        table = await services_of(interaction).tables.get(table_id)
    except UnknownRulesError as error:
        if await may_know(error.table):
            raise
        return None
    return table if table is not None and await may_know(table.record) else None


async def visible_table(interaction: Interaction, table_id: int) -> Table | None:
    """The table with that id, if there is one that the person may see here. Raises UnknownRulesError."""
    return await known_table(interaction, table_id, partial(may_see, interaction))


async def may_see(interaction: Interaction, table: TableRecord) -> bool:
    """Whether the person may know about the table here. Discord is asked only about threads that are neither cached nor
    recorded.
    """
    known = _is_visible(interaction, table)
    return await _ask_may_view(interaction, table) if known is None else known


def _is_visible(interaction: Interaction, table: TableRecord) -> bool | None:
    """Whether the person may know about the table here: in a DM, only their own tables; in a server, its visible tables
    and their live ones elsewhere; where the bot can only answer, also those played there. None if only Discord knows.
    """
    if table.outside and table.channel_id == interaction.channel_id:
        return True
    played, live, home = interaction.user.id in table.ever_seated, table.phase.is_live, home_of(interaction)
    if home is None or table.home != home:
        return played and (live or home is None)
    return played or _is_granted(interaction, table.channel_id, table.parent_id, VIEW if live else VIEW_HISTORY)


async def may_use(interaction: Interaction, verb: str, table: TableRecord) -> bool:
    """Whether the person may use the table's control with that verb, which an altered client can make up: they have a
    seat, are in the table's channel, may know about the table, or were sent the control by direct message, as guests
    are.
    """
    is_here = interaction.channel_id in (table.channel_id, table.parent_id)
    if table.seat_of(interaction.user.id) is not None or is_here or await may_see(interaction, table):
        return True
    message = interaction.message
    return is_own_dm(interaction) and message is not None and has_control(message.components, table.id, verb)


async def may_be_shown(interaction: Interaction, table: TableRecord, person: int) -> bool:
    """Whether another member of the server may see the ended game, too; assumed where only Discord knows.

    Raises one of REQUEST_FAILURES.
    """
    guild = interaction.guild
    channel = None if guild is None else guild.get_channel(table.parent_id or table.channel_id)
    if guild is None or channel is None or not of_bot(channel).view_channel:
        return True
    member = await find_member(guild, person)
    return member is not None and _granted(channel, member) >= VIEW_HISTORY


async def visible_tables(interaction: Interaction, tables: Iterable[TableRecord]) -> list[TableRecord]:
    """The tables that the person may know about. Discord is asked about at most `MAX_ASKED`; other unknown ones are
    left out.
    """
    seen, asked = [], 0
    for table in tables:
        known = _is_visible(interaction, table)
        if known is None and asked < MAX_ASKED:
            asked += 1
            known = await _ask_may_view(interaction, table)
        if known:
            seen.append(table)
    return seen


def may_see_ended(interaction: Interaction, people: Container[int], channel_id: int, parent_id: int | None) -> bool:
    """Whether the person may see an ended game of these people in that channel: they played in it, or can view the
    channel's history, as far as known without asking Discord.
    """
    return interaction.user.id in people or bool(_is_granted(interaction, channel_id, parent_id, VIEW_HISTORY))


def public_parent(channel: object) -> int | None:
    """The parent channel of a public thread, which the same people can view; None for other channels."""
    if isinstance(channel, discord.Thread) and not channel.is_private():
        return channel.parent_id
    return None


def may_manage_channel(interaction: Interaction, table: TableRecord) -> bool:
    """Whether the person manages the table's channel, whichever channel they ask in."""
    return bool(_is_granted(interaction, table.channel_id, table.parent_id, MANAGE))


def _is_granted(
    interaction: Interaction, channel_id: int, parent_id: int | None, needed: discord.Permissions
) -> bool | None:
    """Whether the person has these permissions there; None if only Discord knows."""
    guild, member = interaction.guild, interaction.user
    if interaction.channel_id in (channel_id, parent_id):  # Discord says it, also of channels that the bot cannot view
        return interaction.permissions >= needed
    if guild is None or not isinstance(member, discord.Member):
        return False
    channel = guild.get_channel_or_thread(channel_id)
    if channel is None and parent_id is not None:
        channel = guild.get_channel(parent_id)
        return channel is not None and _granted(channel, member) >= needed
    if channel is None:
        return None
    granted = _granted(channel, member)
    if not granted >= needed or not isinstance(channel, discord.Thread) or not channel.is_private():
        return granted >= needed
    inside = any(known.id == member.id for known in channel.members)
    return True if inside or granted.manage_threads else None


def _granted(channel: GuildChannel | discord.Thread, member: discord.Member) -> discord.Permissions:
    """The member's permissions in the channel; none in a thread whose channel the bot does not know, and where they
    cannot read.
    """
    if isinstance(channel, discord.Thread) and channel.parent is None:
        return discord.Permissions.none()
    granted = channel.permissions_for(member)
    return granted if can_read(granted, channel) else discord.Permissions.none()


async def _ask_may_view(interaction: Interaction, table: TableRecord) -> bool:
    guild, member, needed = interaction.guild, interaction.user, VIEW if table.phase.is_live else VIEW_HISTORY
    if guild is None or not isinstance(member, discord.Member):
        return False
    try:
        channel = guild.get_thread(table.channel_id) or await guild.fetch_channel(table.channel_id)
        granted = _granted(channel, member)
        if granted >= needed and isinstance(channel, discord.Thread) and channel.is_private():
            return granted.manage_threads or bool(await channel.fetch_member(member.id))
    except discord.DiscordException:  # it was deleted, or they are not in it
        return False
    return granted >= needed
