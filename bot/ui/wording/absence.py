"""Texts about absent people: on the board, in their hands, and to them once nobody is playing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _, listing, ngettext
from bot.tables.acts.leaving import rated_if_abandoned
from bot.tables.acts.turn_clock import is_by_post
from bot.ui.kit.controls import Style, button
from bot.ui.kit.layout import BLUE, page
from bot.ui.kit.timestamps import date_and_time, relative
from bot.ui.wording.seats import mention

if TYPE_CHECKING:
    from discord.ui import LayoutView

    from bot.render.cast import Cast
    from bot.tables.model.records import TableRecord
    from bot.ui.kit.controls import Button
    from bot.ui.kit.layout import Part


def absent(table: TableRecord, cast: Cast) -> list[Part]:
    """On the board: who is away, with a button to return; empty if nobody is."""
    return [*_on_holiday(table, cast), *_on_autopilot(table, cast)]


def _on_holiday(table: TableRecord, cast: Cast) -> list[Part]:
    """The people who announced an absence, and until when, if the table waits for them. The regular checks end it."""
    if not is_by_post(table):
        return []
    sentence = _("-# {name} is away until {when}; the game waits that long.")
    return [
        sentence.format(name=cast.short(index), when=date_and_time(seat.away_until))
        for index, seat in enumerate(table.seats)
        if seat.away_until is not None and seat.present is not None
    ]


def _on_autopilot(table: TableRecord, cast: Cast) -> list[Part]:
    away = listing([cast.short(index) for index, seat in enumerate(table.seats) if seat.autopilot])
    if not away:
        return []
    if table.awaits_return:
        sentence = _("The game waits for {names}. If nobody comes back, it ends {when}.")
        return [sentence.format(names=away, when=_end(table)), (back_button(table),)]
    sentence = _("-# The autopilot plays for {names} until they are back.").format(names=away)
    return [sentence, (back_button(table),)]


def own_absence(table: TableRecord, seat: int) -> list[Part]:
    """In a hand: that the autopilot plays it, or that the game waits, and the button."""
    if not table.seats[seat].autopilot:
        return []
    if table.awaits_return:
        return [_("The game waits for you. {warning}").format(warning=_warning(table)), (back_button(table),)]
    return [_("The autopilot plays for you."), (back_button(table),)]


def ask_back(table: TableRecord) -> LayoutView:
    """The message asking absent people to return when nobody is playing."""
    names = listing([mention(person) for person in table.people])
    words = ngettext(
        "{names}, your game at table {table} waits for you. {warning}",
        "{names}, your game at table {table} waits for one of you. {warning}",
        len(table.people),
    ).format(names=names, table=table.id, warning=_warning(table))
    end = _("End it") if len(table.people) == 1 else _("Leave the game")
    return page([words, (back_button(table), button(table.id, "quit", end, style=Style.danger))], BLUE)


def back_button(table: TableRecord) -> Button:
    """Takes one's own seat back, from the autopilot or from the computer player that took it over."""
    return button(table.id, "back", _("I am back"), style=Style.success)


def _warning(table: TableRecord) -> str:
    """What happens to a game that nobody returns to."""
    away, rated = len(table.people), rated_if_abandoned(table)
    if not rated:
        sentence = ngettext("If you do not come back, it ends {when}.", "If nobody comes back, it ends {when}.", away)
    elif len(rated) == away:
        sentence = ngettext(
            "If you do not come back, it ends {when}, and you will be rated last.",
            "If nobody comes back, it ends {when}, and all of you will be rated last.",
            away,
        )
    else:
        sentence = ngettext(
            "If nobody comes back, it ends {when}, and {names} will be rated last.",
            "If nobody comes back, it ends {when}, and {names} will be rated last.",
            len(rated),
        )
    return sentence.format(when=_end(table), names=listing([mention(person) for person in rated]))


def _end(table: TableRecord) -> str:
    """Until when the game waits."""
    return relative(table.deadline.at) if table.deadline is not None else _("soon")
