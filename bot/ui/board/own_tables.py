"""A person's tables in every server, those that wait for them first: a line, the hand and a link for each. `/tables`
shows them in pages, and one message tells what was held back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.language import _, ngettext
from bot.render.names import plain
from bot.rules.catalogue import GAMES
from bot.tables.acts.proposals import still_asked
from bot.tables.acts.turn_clock import turn_end
from bot.tables.model.position import Position
from bot.tables.model.records import Phase
from bot.ui.board.unshown import unshown_sentence
from bot.ui.interaction.advice import how_to_play
from bot.ui.interaction.dispatch import Click, on
from bot.ui.kit.controls import Style, button
from bot.ui.kit.layout import BLUE, GREY, page, page_that_fits
from bot.ui.kit.timestamps import relative
from bot.ui.wording.paging import page_buttons, read_page
from bot.ui.wording.place import accept_button, channel_link, place_of, to_the_table
from bot.ui.wording.seats import names, not_taken

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import discord
    from discord.ui import LayoutView

    from bot.tables.model.records import TableRecord
    from bot.ui.interaction.reply import Reply
    from bot.ui.kit.controls import Button
    from bot.ui.kit.layout import Part

TABLES_A_PAGE = 6
MAX_INVITATIONS, MAX_IN_LINES, MAX_UNSHOWN, MAX_NEWS = 2, 10, 3, 6
"""Invitations with buttons, those in a line each, tables that cannot be shown, and news of planned ones: two of each
that a host may have planned.
"""


async def my_tables(reply: Reply, number: int = 0) -> LayoutView:
    """The page of `/tables` with that number, as the tables are now."""
    interaction, person = reply.interaction, reply.interaction.user.id
    tables = await reply.services.tables.of_person(person)
    positions, advice = [table.position for table in tables], await how_to_play(interaction)
    return own_tables_page(interaction.client, positions, person, number, advice)


@on("mine")
async def turn_page(click: Click) -> None:
    """Show another page."""
    await click.reply.in_place(await my_tables(click.reply, read_page(click.argument.partition(",")[0])))


def own_tables_page(
    client: discord.Client, tables: Iterable[Position], person: int, number: int, advice: str
) -> LayoutView:
    """One page, counted from 0; the last one instead of one beyond it. `advice` is for somebody without a table."""
    mine = by_urgency(tables, person)
    if not mine:
        nothing = _("You are not at a table; {advice}, or find one with /table list in a server.")
        return page([nothing.format(advice=advice)], GREY)
    last = (len(mine) - 1) // TABLES_A_PAGE
    number = min(number, last)
    parts: list[Part] = [_title(mine, person)]
    for position in mine[number * TABLES_A_PAGE : (number + 1) * TABLES_A_PAGE]:
        parts += _table_line(client, position, person)
    return page([*parts, page_buttons("mine", number, last, lambda to, tag: f"{to},{tag}")], GREY)


@dataclass(frozen=True, slots=True)
class Waiting:
    """What a person has yet to be told.

    Attributes:
        tables: tables that wait for them.
        invited: tables to which they were invited.
        unshown: tables they host in channels where the bot may not write.
        news: sentences about tables that they had planned.
    """

    tables: Sequence[Position]
    invited: Sequence[Position]
    unshown: Sequence[Position]
    news: Sequence[str]


def waiting_page(client: discord.Client, what: Waiting, person: int) -> LayoutView:
    """One message about everything that a person has yet to be told, the most urgent first; what there is no room for
    is counted.
    """
    return page_that_fits(_shorter_and_shorter(client, what, person), BLUE)


def _shorter_and_shorter(client: discord.Client, what: Waiting, person: int) -> Iterator[list[Part]]:
    """The message, then again and again without the last entry of its last section that has more than one."""
    counts = [
        min(len(what.tables), TABLES_A_PAGE),
        min(len(what.invited), MAX_INVITATIONS + MAX_IN_LINES),
        min(len(what.unshown), MAX_UNSHOWN),
        min(len(what.news), MAX_NEWS),
    ]
    yield _entries(client, what, person, *counts)
    for section in reversed(range(len(counts))):
        while counts[section] > 1:
            counts[section] -= 1
            yield _entries(client, what, person, *counts)


def _entries(
    client: discord.Client, what: Waiting, person: int, tables: int, invitations: int, unshown: int, news: int
) -> list[Part]:
    """The message with these numbers of entries in its sections, and with how many others there are."""
    parts: list[Part] = [_title(what.tables, person) if what.tables else _("## Your tables")]
    for position in what.tables[:tables]:
        parts += _table_line(client, position, person)
    parts += _more_tables(len(what.tables) - tables)
    for position in what.invited[: min(invitations, MAX_INVITATIONS)]:
        parts += [None, *_invitation(client, position)]
    lines = [_invitation_line(position.record) for position in what.invited[MAX_INVITATIONS:invitations]]
    parts.append("\n".join([*lines, *_more_invitations(len(what.invited) - invitations)]))
    if unshown:
        sentences = [unshown_sentence(client, position.record) for position in what.unshown[:unshown]]
        parts += [None, "\n".join([*sentences, *_more_tables(len(what.unshown) - unshown)])]
    if news:
        parts += [None, "\n".join([*what.news[:news], *_more_news(len(what.news) - news)])]
    return parts


def _more_tables(more: int) -> list[str]:
    if more <= 0:
        return []
    return [ngettext("-# and {n} more table: see /tables", "-# and {n} more tables: see /tables", more).format(n=more)]


def _more_invitations(more: int) -> list[str]:
    if more <= 0:
        return []
    return [ngettext("and {n} more invitation", "and {n} more invitations", more).format(n=more)]


def _more_news(more: int) -> list[str]:
    if more <= 0:
        return []
    return [ngettext("-# and {n} more planned table", "-# and {n} more planned tables", more).format(n=more)]


def _invitation(client: discord.Client, position: Position) -> list[Part]:
    table, place = position.record, place_of(client, position.record)
    return [
        f"{_invites(table)}\n-# {place.words}",
        [accept_button(table), to_the_table(place)],
    ]


def _invitation_line(table: TableRecord) -> str:
    """An invitation with a link, as there is no room for more buttons."""
    return f"- {_invites(table)} [{_('To the table')}]({channel_link(table)})"


def _invites(table: TableRecord) -> str:
    words = _("<@{host}> invites you to {game}, table {number}.")
    return words.format(host=table.host, game=GAMES[table.game].title, number=table.id)


def by_urgency(tables: Iterable[Position], person: int) -> list[Position]:
    """The tables in order: those that wait for the person first, by the end of their time; lobbies last."""

    def urgency(position: Position) -> tuple[bool, float, bool, int]:
        table, waits = position.record, waits_for(position, person)
        ends = (turn_end(table) if waits else None) or float("inf")
        return not waits, ends, table.phase is Phase.LOBBY, -table.id

    return sorted(tables, key=urgency)


def waits_for(position: Position, person: int) -> bool:
    """Whether the table cannot go on without the person: their turn, their answer, or their return."""
    table = position.record
    if position.person_to_act == person or (table.awaits_return and person in table.people):
        return True
    return table.proposal is not None and person in still_asked(table, table.proposal)


def _title(mine: Sequence[Position], person: int) -> str:
    waiting = sum(waits_for(position, person) for position in mine)
    title = _("## Your tables")
    if not waiting:
        return title + "\n-# " + _("None of them waits for you.")
    words = ngettext("{n} table waits for you.", "{n} tables wait for you.", waiting)
    return title + "\n-# " + words.format(n=waiting)


def _table_line(client: discord.Client, position: Position, person: int) -> list[Part]:
    """A table with its game, channel, whose turn it is and until when, and a link."""
    table, place = position.record, place_of(client, position.record)
    name = _("{game}, table {number}").format(game=GAMES[table.game].title, number=table.id)
    mark = "⏳ " if waits_for(position, person) else ""
    facts = [state for state in (_state(position, person), _deadline(position)) if state]
    words = f"{mark}**[{name}]({place.link})**\n-# {place.words}\n{' · '.join(facts)}"
    buttons: list[Button] = []
    if table.phase is Phase.PLAYING:
        mine = Style.primary if waits_for(position, person) else Style.secondary
        buttons.append(button(table.id, "hand", _("Open"), style=mine))
    return [words, [*buttons, to_the_table(place)]]


def _state(position: Position, person: int) -> str:
    """A phrase for what the table waits for."""
    table, seat = position.record, position.seat_to_act
    if table.phase is Phase.LOBBY:
        seats = not_taken(table)
        return _("waiting for players") + ", " + seats if seats else _("all seats taken, not begun yet")
    if position.person_to_act == person:
        return _("**your turn**")
    if waits_for(position, person):
        return _("**waits for you to come back**") if table.awaits_return else _("**has a question for you**")
    if seat is None:
        return _("playing")
    return _("{name}'s turn").format(name=plain(names(table)[seat]))


def _deadline(position: Position) -> str:
    end = turn_end(position.record)
    return "" if end is None else _("ends {when}").format(when=relative(end))
