"""The live tables of a server in channels the caller can view."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from bot.language import _, listing, ngettext
from bot.render.catalogue import text_of
from bot.render.names import plain
from bot.tables.acts.people import free_seats, may_return, may_sit_down, may_take_over
from bot.tables.model.errors import NoTableError, TableError, UnknownRulesError
from bot.tables.model.position import Position
from bot.tables.model.records import Phase
from bot.ui.interaction.advice import how_to_play
from bot.ui.interaction.dispatch import Click, on
from bot.ui.interaction.guests import is_barred
from bot.ui.interaction.visibility import may_see, visible_tables
from bot.ui.interaction.whereabouts import home_of
from bot.ui.kit.controls import Style, button
from bot.ui.kit.layout import GREEN, GREY, page, page_that_fits
from bot.ui.kit.timestamps import relative
from bot.ui.table import joining
from bot.ui.wording.games import title_of
from bot.ui.wording.place import place_of, to_the_table
from bot.ui.wording.seats import not_taken
from bot.ui.wording.turn_time import clock_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    import discord
    from discord.ui import LayoutView

    from bot.tables.model.records import TableRecord
    from bot.ui.interaction.reply import Reply
    from bot.ui.kit.controls import Button
    from bot.ui.kit.layout import Part

MAX_LISTED = 8
MAX_LOOKED_AT = 100


async def build_table_list(reply: Reply) -> LayoutView:
    """Game, channel, free seats and link of each table, newest first; what there is no room for is counted."""
    interaction, services = reply.interaction, reply.services
    home = home_of(interaction)
    if home is None:
        raise TableError(_("This lists a server's tables; use it in a server that I am in."))
    live = await services.store.tables.newest_in_guild(home, MAX_LOOKED_AT)
    seen = await visible_tables(interaction, live)
    if not seen:
        nothing = _("No table is open in a channel that you can see; {advice}.")
        return page([nothing.format(advice=await how_to_play(interaction))], GREY)
    person = interaction.user.id
    barred = await is_barred(services, home, person)
    entries: list[tuple[Part, Part]] = [
        (_line(interaction.client, table), _buttons(table, joins=not barred and _may_join(table, person)))
        for table in seen[:MAX_LISTED]
    ]
    attempts = (_list(entries[:count], len(seen) - count) for count in range(len(entries), 0, -1))
    return page_that_fits(attempts, GREY)


def _list(entries: Sequence[tuple[Part, Part]], more: int) -> list[Part]:
    """The list with these entries, and with how many others there are."""
    parts: list[Part] = [_("## Tables in this server"), *chain.from_iterable(entries)]
    if more:
        parts.append(ngettext("-# and {n} more table", "-# and {n} more tables", more).format(n=more))
    return parts


def _buttons(table: TableRecord, *, joins: bool) -> list[Button]:
    """Buttons for a table on the list; `joins`: the person may take a seat there."""
    buttons = []
    if joins:
        buttons.append(button(table.id, "list-join", _("Join"), style=Style.success))
    if table.phase is Phase.PLAYING:
        buttons.append(button(table.id, "watch", _("Watch")))
    return buttons


def _may_join(table: TableRecord, person: int) -> bool:
    if table.phase is Phase.PLAYING:
        return may_return(table, person) or may_take_over(table, person)
    return may_sit_down(table, person)


@on("list-join")
async def join_from_list(click: Click) -> None:
    """Join a table from the list, and say where it is."""
    table = await click.table()
    if not await may_see(click.interaction, table.record):
        raise NoTableError(_("I found no table with this number in this server; /table list shows the open ones."))

    async def confirm(reply: Reply, position: Position, words: str) -> None:
        place = place_of(reply.interaction.client, position.record)
        await reply.in_place(page([words, (to_the_table(place),)], GREEN))

    await joining.join(click.reply, table, confirm)


def _line(client: discord.Client, table: TableRecord) -> str:
    place = place_of(client, table)
    players = listing(
        [f"🤖 {plain(seat.name)}" if seat.level else plain(seat.name) for seat in table.taken if seat.name]
    )
    opened = _("opened {when}").format(when=relative(table.created_at))
    facts = [place.channel_words, *_state(table), *_round(table), opened]
    if table.turn_seconds:
        facts.append(clock_name(table.turn_seconds))
    if table.invited is not None:
        facts.append(_("only invited people may join"))
    title = _("{game}, table {number}").format(game=title_of(table.game), number=table.id)
    return f"**[{title}]({place.link})**\n{players}\n-# {' · '.join(facts)}"


def _round(table: TableRecord) -> list[str]:
    """The round of a running game; empty if it uses another version of the rules."""
    if table.phase is not Phase.PLAYING:
        return []
    try:
        view = Position.of(table).view(None)
    except UnknownRulesError:
        return []
    return [text_of(table.game).subtitle(view)]


def _state(table: TableRecord) -> list[str]:
    """The table's state, and whether a seat is free."""
    if table.phase is Phase.LOBBY:
        return [_("waiting for players"), not_taken(table) or _("all seats taken")]
    left = len(free_seats(table))
    if not left:
        return [_("playing")]
    return [_("playing"), ngettext("{n} seat to take over", "{n} seats to take over", left).format(n=left)]
