"""The live tables of a server, as far as who asks may see their channels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _, ngettext
from bot.tables.acts.people import free_seats
from bot.tables.model.records import Phase
from bot.ui.interaction.services import services_of
from bot.ui.interaction.sight import may_see
from bot.ui.kit.layout import GREY, page
from bot.ui.wording.place import place_of
from bot.ui.wording.turn_time import clock_name

if TYPE_CHECKING:
    import discord
    from discord.ui import LayoutView

    from bot.tables.model.position import Position
    from bot.ui.kit.types import Interaction

MOST_LISTED = 15
MOST_LOOKED_AT = 100


async def table_list(interaction: Interaction) -> LayoutView:
    """Game, place, free seats and link of each table, the newest first."""
    bot = services_of(interaction)
    ids = await bot.store.tables.live_in_guild(interaction.guild_id or 0)
    seen = []
    for table_id in sorted(ids, reverse=True)[:MOST_LOOKED_AT]:
        table = await bot.tables.get(table_id)
        if table is not None and table.record.phase.is_live and await may_see(interaction, table.record):
            seen.append(table.position)
    if not seen:
        return page([_("No table is open in a channel that you can see; open one with /table new.")], GREY)
    lines = [_line(interaction.client, position) for position in seen[:MOST_LISTED]]
    if len(seen) > MOST_LISTED:
        more = len(seen) - MOST_LISTED
        lines.append(ngettext("-# and {n} more table", "-# and {n} more tables", more).format(n=more))
    return page([_("## Tables in this server"), "\n".join(lines)], GREY)


def _line(client: discord.Client, position: Position) -> str:
    table, place = position.record, place_of(client, position.record)
    facts = [place.channel_words, *_state(position)]
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
