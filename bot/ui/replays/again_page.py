"""“Play this deal again” as a message: which seat, alone or by a friend, and earlier results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _, listing, written_date
from bot.lines.deal import ID_OFFSET, deal_of
from bot.render.catalogue import text_of
from bot.render.names import FORMER_PLAYER, label, plain
from bot.render.options import level_name
from bot.render.words import score_in_words
from bot.tables.model.zones import local
from bot.ui.kit.controls import Entry, Style, button, person_select, select
from bot.ui.kit.layout import BLUE, Part, page
from bot.ui.wording.game_options import house_rules

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from discord.ui import LayoutView

    from bot.lines.stored import Line
    from bot.replay.steps import Steps
    from bot.tables.model.position import Position
    from bot.tables.model.records import Seat
    from bot.ui.kit.controls import Select

MAX_LINES = 25


def usual_seat(position: Position, steps: Steps, person: int) -> int:
    """The seat to play again by default: the person's own, or else the first that a person had."""
    seats = position.record.seats
    own = [number for number, seat in enumerate(seats) if seat.person == person]
    own += [former.seat for former in position.record.former if former.person == person and former.seat >= 0]
    people = [number for number, player in enumerate(steps.game.players) if player.level is None]
    return next(iter([*own, *people]), 0)


def again_page(
    position: Position,
    steps: Steps,
    seat: int,
    person: int,
    lines: Sequence[Line],
    *,
    may_ask: bool,
    zone: str | None,
) -> LayoutView:
    """The offer to play the deal again from that seat.

    `lines` are this deal's lines that the person may see, with their dates in the person's time zone.
    """
    table = position.record
    title = _("## Play this deal again\n-# {game} · table {number}").format(game=position.game.title, number=table.id)
    parts: list[Part] = [f"{title}\n{_what(steps, seat)}", _seats(position, steps, seat)]
    begun = next((line for line in lines if line.person == person and line.seat == seat and not line.is_over), None)
    if begun is not None:
        parts.append((button(ID_OFFSET + begun.id, "line", _("Continue where you left off"), style=Style.success),))
    else:
        parts.append((button(table.id, "again-alone", _("Deal"), style=Style.success, argument=str(seat)),))
    over = [line for line in lines if line.is_over]
    if over:
        entries = [Entry(str(line.id), _line_label(line, position.record.game, zone)) for line in over]
        parts.append(select(table.id, "again-compare", _("Compare with the game"), entries))
    if may_ask:
        parts += [
            None,
            _("Or ask a friend who has not seen it to play it; then both games are shown side by side."),
            person_select(table.id, "again-friend", _("Ask a friend here"), argument=str(seat)),
        ]
    return page(parts, BLUE)


def _what(steps: Steps, seat: int) -> str:
    """A description of the deal and the opponents."""
    seats = deal_of(steps.game, seat).seats
    words = _(
        "The same cards from seat {seat}, alone against {players}. The deal has been played before, so it is not "
        "rated and does not count; there are no hints and no clock."
    ).format(seat=seat + 1, players=opponents((*seats[:seat], *seats[seat + 1 :])))
    return house_rules(steps.game.game, steps.game.options) + words


def opponents(seats: Iterable[Seat]) -> str:
    """The computer players of a deal among these seats, and how well they play."""
    return listing([f"**{plain(seat.name)}** ({level_name(seat.level)})" for seat in seats if seat.level])


def _seats(position: Position, steps: Steps, seat: int) -> Select:
    entries = [
        Entry(
            str(number),
            _("Seat {number}: {name}").format(
                number=number + 1,
                name=", ".join(label(name or _(FORMER_PLAYER)) for name in steps.names(number)),
            ),
            chosen=number == seat,
        )
        for number in range(len(steps.game.players))
    ]
    return select(position.record.id, "again-seat", _("From which seat"), entries)


def _line_label(line: Line, game: str, zone: str | None) -> str:
    day = written_date(local(line.ended_at or 0, zone))
    return _("{name}, {day}: {points}, place {place}").format(
        name=label(line.name), day=day, points=score_in_words(line.score or 0, text_of(game).unit), place=line.place
    )


def invitation(position: Position, asker: int, friend: int, seat: int) -> LayoutView:
    """The challenge to a friend, posted in the channel."""
    words = _(
        "<@{friend}>, <@{asker}> asks you to play a deal of {game} that they know: the same cards from the same "
        "seat, alone against computer players, without a clock. Afterwards both games are shown side by side."
    ).format(friend=friend, asker=asker, game=position.game.title)
    accept = button(
        position.record.id, "again-asked", _("Play it"), style=Style.success, argument=f"{seat} {asker} {friend}"
    )
    rules = house_rules(position.record.game, position.record.options)
    return page([rules + words, (accept,)], BLUE)
