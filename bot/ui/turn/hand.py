"""A person's own hand, with the controls to play it: sent by DM, or as an answer that only they see."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _
from bot.render.catalogue import text_of
from bot.render.words import capital
from bot.tables.acts.people import game_over, not_begun, not_playing
from bot.tables.model.errors import TableError
from bot.tables.model.records import Phase
from bot.ui.art.illustrations import PLAIN, Illustrations
from bot.ui.art.pictured_parts import hand_parts, new_round_parts
from bot.ui.building.catalogue import builder_of
from bot.ui.building.desk import Desk
from bot.ui.building.sorting import sort_buttons
from bot.ui.kit.controls import button
from bot.ui.kit.layout import BLUE, GREEN, Part, page_that_fits
from bot.ui.turn.past_hand import build_past_hand, heading
from bot.ui.wording.absence import own_absence
from bot.ui.wording.legend import legend
from bot.ui.wording.place import ways_to_the_table
from bot.ui.wording.since import played_for_you, since_your_turn
from bot.ui.wording.turn_time import time_left

if TYPE_CHECKING:
    from discord.ui import LayoutView

    from bot.rules.game import AnyView
    from bot.tables.model.position import Position
    from bot.tables.model.records import TableRecord
    from bot.ui.art.hand_style import HandStyle
    from bot.ui.building.desk import AnyDesk
    from bot.ui.kit.controls import Button
    from bot.ui.wording.place import Place


def build_hand(
    position: Position, person: int, place: Place, style: HandStyle, pictures: Illustrations = PLAIN
) -> LayoutView:
    """A message body with the person's hand; words replace missing pictures.

    Raises:
        NotSeatedError: the person does not play there.
        TableError: the game has not begun, or it is over.
    """
    table = position.record
    seat = table.seat_of(person)
    if seat is None and not table.phase.is_live:
        raise game_over(table, person)
    if table.phase is Phase.LOBBY:
        raise not_begun() if seat is None else _not_dealt(table)
    if seat is None:
        raise not_playing(table, person)
    if table.phase is not Phase.PLAYING:
        return build_past_hand(position, person, place, style.note)
    attempts = (_parts(position, seat, place, style, pictures, crowded=crowded) for crowded in (False, True))
    return page_that_fits(attempts, GREEN if position.seat_to_act == seat else BLUE)


def _not_dealt(table: TableRecord) -> TableError:
    """Message for asking for cards before the deal."""
    if table.starts_full:
        return TableError(
            _("The game has not begun yet; you get your cards when the last seat is taken, or the host presses Start.")
        )
    return TableError(_("The game has not begun yet; you get your cards when the host presses Start."))


def _parts(
    position: Position, seat: int, place: Place, style: HandStyle, pictures: Illustrations, *, crowded: bool
) -> list[Part]:
    """The whole message; if it is `crowded`, only with what is needed to act."""
    offer = style.offer if not style.aside and not crowded else ()
    return [
        heading(position, place),
        style.note,
        *_cards_and_turn(position, seat, style, pictures, crowded=crowded),
        *offer,
        _tools(position, place, style, mine=position.seat_to_act == seat, crowded=crowded),
    ]


def _cards_and_turn(
    position: Position, seat: int, style: HandStyle, pictures: Illustrations, *, crowded: bool
) -> list[Part]:
    text, view = text_of(position.record.game), position.view(seat)
    parts: list[Part] = [
        f"-# {text.subtitle(view)}\n{legend(position, seat, in_words=style.text_only)}",
        *own_absence(position.record, seat),
        *(() if crowded else new_round_parts(position, seat, pictures)),
        *hand_parts(position, seat, style, pictures),
        None,
    ]
    if position.seat_to_act == seat:
        parts.append(since_your_turn(position, seat))
        parts.append(_("### Your turn\n{to_do}.").format(to_do=capital(text.to_do(view))))
        parts.append(time_left(position.record))
        return [*parts, *style.aside, *play_controls(position, view, style, pictures, crowded=crowded)]
    if position.record.seats[seat].autopilot:
        return [*parts, *style.aside]  # the next turn is not theirs to play
    missed = played_for_you(position, seat) if position.record.seats[seat].missed else ""
    return [*parts, missed, *style.aside, _("Wait for your turn; this message will tell you.")]


def _tools(position: Position, place: Place, style: HandStyle, *, mine: bool, crowded: bool) -> tuple[Button, ...]:
    table = position.record
    hint = button(table.id, "hint", _("Hint"), decision=table.decision)
    return (
        button(table.id, "refresh", _("Refresh")),
        *sort_buttons(table.id, "sort", table.game, style.order),
        *(() if crowded else (button(table.id, "rules", _("Rules")),)),
        *((hint,) if mine and not (crowded and style.aside) else ()),
        *ways_to_the_table(place),
        *((button(table.id, "menu", _("More")),) if place.is_here else ()),
    )


def play_controls(
    position: Position, view: AnyView, style: HandStyle, pictures: Illustrations, *, crowded: bool
) -> list[Part]:
    """The texts and controls with which the seat to act builds its turn, from its view and its draft."""
    draft, emojis = style.draft or {}, pictures.emojis
    desk: AnyDesk = Desk(position, view, style.order, draft, emojis, style.two_colours, crowded=crowded)
    return builder_of(position.record.game).parts(desk)
