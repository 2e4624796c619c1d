"""The live tables of a server, as far as who asks may see their channels."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.language import _, ngettext
from bot.tables.model import Phase
from bot.tables.people import free_seats
from bot.ui.house import house
from bot.ui.layout import GREY, page
from bot.ui.place import place_of
from bot.ui.turn_time import clock_name

if TYPE_CHECKING:
    from discord.abc import GuildChannel
    from discord.ui import LayoutView

    from bot.tables.model import TableRecord
    from bot.tables.position import Position
    from bot.ui.house import Interaction

MOST_LISTED = 15
MOST_LOOKED_AT = 100


async def table_list(interaction: Interaction) -> LayoutView:
    """Game, place, free seats and link of each table, the newest first."""
    bot = house(interaction)
    ids = await bot.store.live_tables_in_guild(interaction.guild_id or 0)
    seen = []
    for table_id in sorted(ids, reverse=True)[:MOST_LOOKED_AT]:
        table = await bot.tables.get(table_id)
        if (
            table is not None
            and table.record.phase.is_live
            and _may_see(interaction, await _channel(interaction, table.record))
        ):
            seen.append(table.position)
    if not seen:
        return page([_("No table is open in a channel that you can see; open one with /table new.")], GREY)
    lines = [_line(interaction.client, position) for position in seen[:MOST_LISTED]]
    if len(seen) > MOST_LISTED:
        more = len(seen) - MOST_LISTED
        lines.append(ngettext("-# and {n} more table", "-# and {n} more tables", more).format(n=more))
    return page([_("## Tables in this server"), "\n".join(lines)], GREY)


async def _channel(interaction: Interaction, table: TableRecord) -> GuildChannel | discord.Thread | None:
    """Where the table is; Discord is asked for a thread that sleeps, which no cache holds. None where it is gone."""
    guild = interaction.guild
    known = guild.get_channel_or_thread(table.channel_id) if guild else None
    if known is not None or guild is None:
        return known
    try:
        return await guild.fetch_channel(table.channel_id)
    except discord.DiscordException:
        return None


def _may_see(interaction: Interaction, channel: GuildChannel | discord.Thread | None) -> bool:
    """Whether who asks can look into the channel; one that the bot itself cannot see any more is left out."""
    member = interaction.user
    if channel is None or not isinstance(member, discord.Member):
        return False
    if isinstance(channel, discord.Thread):
        if channel.parent is None:
            return False
        granted = channel.permissions_for(member)
        inside = any(known.id == member.id for known in channel.members)
        return granted.view_channel and (not channel.is_private() or granted.manage_threads or inside)
    return channel.permissions_for(member).view_channel


def _line(client: discord.Client, position: Position) -> str:
    table, place = position.record, place_of(client, position.record)
    facts = [place.channel, *_state(position)]
    if table.turn_seconds:
        facts.append(clock_name(table.turn_seconds))
    if table.invited is not None:
        facts.append(_("only invited people may join"))
    title = _("{game}, table {number}").format(game=position.game.title, number=table.id)
    return f"**[{title}]({place.link})**\n-# {' · '.join(facts)}"


def _state(position: Position) -> list[str]:
    """Whether one can still sit down."""
    table = position.record
    if table.phase is Phase.LOBBY:
        free = table.places - len(table.seats)
        seats = ngettext("{n} seat free", "{n} seats free", free) if free else _("all seats taken")
        return [_("waiting for players"), seats.format(n=free)]
    left = len(free_seats(table))
    if not left:
        return [_("playing")]
    return [_("playing"), ngettext("{n} seat to take over", "{n} seats to take over", left).format(n=left)]
