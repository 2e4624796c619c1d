"""The live tables of a server in channels the caller can view."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _, ngettext
from bot.rules.catalogue import GAMES
from bot.tables.acts.people import free_seats
from bot.tables.model.records import Phase
from bot.ui.interaction.services import services_of
from bot.ui.interaction.sight import visible_tables
from bot.ui.kit.layout import GREY, page
from bot.ui.wording.place import place_of
from bot.ui.wording.turn_time import clock_name

if TYPE_CHECKING:
    import discord
    from discord.ui import LayoutView

    from bot.tables.model.records import TableRecord
    from bot.ui.kit.types import Interaction

MAX_LISTED = 15
MAX_LOOKED_AT = 100


async def table_list(interaction: Interaction) -> LayoutView:
    """Game, place, free seats and link of each table, the newest first."""
    live = await services_of(interaction).store.tables.newest_in_guild(interaction.guild_id or 0, MAX_LOOKED_AT)
    seen = await visible_tables(interaction, live)
    if not seen:
        return page([_("No table is open in a channel that you can see; open one with /table new.")], GREY)
    lines = [_line(interaction.client, table) for table in seen[:MAX_LISTED]]
    if len(seen) > MAX_LISTED:
        more = len(seen) - MAX_LISTED
        lines.append(ngettext("-# and {n} more table", "-# and {n} more tables", more).format(n=more))
    return page([_("## Tables in this server"), "\n".join(lines)], GREY)


def _line(client: discord.Client, table: TableRecord) -> str:
    place = place_of(client, table)
    facts = [place.channel_words, *_state(table)]
    if table.turn_seconds:
        facts.append(clock_name(table.turn_seconds))
    if table.invited is not None:
        facts.append(_("only invited people may join"))
    title = _("{game}, table {number}").format(game=GAMES[table.game].title, number=table.id)
    return f"**[{title}]({place.link})**\n-# {' · '.join(facts)}"


def _state(table: TableRecord) -> list[str]:
    """The table's state, and whether a seat is free."""
    if table.phase is Phase.LOBBY:
        free = table.places - len(table.seats)
        seats = ngettext("{n} seat free", "{n} seats free", free) if free else _("all seats taken")
        return [_("waiting for players"), seats.format(n=free)]
    left = len(free_seats(table))
    if not left:
        return [_("playing")]
    return [_("playing"), ngettext("{n} seat to take over", "{n} seats to take over", left).format(n=left)]
