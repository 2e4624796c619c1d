"""The autopilot: turned on by missed turns or by request, off by a click or any action. Pure functions."""

from __future__ import annotations

from dataclasses import replace

from bot.language import _, ngettext
from bot.rules.catalogue import GAMES
from bot.tables.acts.beginning import mark_played, mark_returned
from bot.tables.acts.news import HANDED_OVER, THOUGHT, NewsKind, clock_plays, with_news
from bot.tables.acts.people import game_over, require_seat
from bot.tables.acts.proposals import without
from bot.tables.model.errors import TableError
from bot.tables.model.records import NOBODY_PLAYED, Phase, TableRecord

LEVEL = "classic"
MAX_MISSED = 3
"""Turns in a row that a person may miss before the autopilot takes over their seat."""


def turn_on(table: TableRecord, person: int) -> TableRecord:
    """Put the person's seat on autopilot.

    Raises:
        TableError: no game runs, it is already on, or no other person is playing.
    """
    index = _seat(table, person)
    if table.seats[index].autopilot:
        raise TableError(_("Your seat is already on autopilot; press “I am back” to play again."))
    if len(table.people) == 1:
        raise TableError(_("You are the only person left; leave the table or end it if you do not want to play on."))
    if len(table.present) == 1:
        raise TableError(
            ngettext(
                "The other player is away; leave the table if you do not want to play on.",
                "The others are away; leave the table if you do not want to play on.",
                len(table.people) - 1,
            )
        )
    after = with_news(_set_autopilot(table, index, by_autopilot=True), "autopilot_on", index)
    return without(after, person)


def turn_off(table: TableRecord, person: int) -> TableRecord:
    """Take the person's seat back from the autopilot.

    Raises:
        TableError: it is not on.
    """
    index = _seat(table, person)
    if not table.seats[index].autopilot:
        raise TableError(_("You are already playing your own seat."))
    return mark_active(table, index)


def mark_active(table: TableRecord, index: int) -> TableRecord:
    """The table after the seat's owner acted, which turns the autopilot off."""
    seat = table.seats[index]
    if not seat.autopilot and not seat.missed:
        return table
    back = _set_autopilot(table, index, by_autopilot=False)
    if seat.person is not None:
        back = mark_returned(back, seat.person)
    return with_news(back, "autopilot_off", index) if seat.autopilot else back


def mark_helped(table: TableRecord, index: int) -> TableRecord:
    """The table after somebody else acted or advised for the seat, which can no longer gain rating."""
    seat = table.seats[index]
    return table if seat.person is None or seat.helped else table.with_seat(index, replace(seat, helped=True))


def count_clock_act(table: TableRecord, index: int) -> TableRecord:
    """The table as the clock makes one more act of the seat's turn, with the news that it has begun to."""
    if not clock_plays(GAMES[table.game], table.recent, index):
        return with_news(table, "time_ran_out", index, begins=True, acts=1)
    events = table.recent
    return _with_one_more_act(
        table, max(place for place, event in enumerate(events) if (event.kind, event.seat) == ("time_ran_out", index))
    )


def count_computer_act(table: TableRecord, index: int) -> TableRecord:
    """The table as a computer player makes one more act of the turn that was handed over to it, if it was."""
    places = (place for place in reversed(range(len(table.recent))) if table.recent[place].kind != THOUGHT)
    last = next(places, None)
    if last is None or table.recent[last].seat != index or table.recent[last].kind not in HANDED_OVER:
        return table
    return _with_one_more_act(table, last)


def _with_one_more_act(table: TableRecord, place: int) -> TableRecord:
    """The table with one more act after the news at that place."""
    events, facts = list(table.recent), table.recent[place].facts
    events[place] = replace(events[place], facts={**facts, "acts": facts.get("acts", 0) + 1})
    return replace(table, recent=tuple(events))


def mark_missed_turn(table: TableRecord, index: int) -> TableRecord:
    """The table after the clock finished a turn; after the third in a row the person has walked away."""
    seat, after = table.seats[index], table
    if not clock_plays(GAMES[table.game], table.recent, index):  # a new deal hides what was told before
        after = with_news(table, "time_ran_out", index)
    after = after.with_seat(index, replace(seat, missed=seat.missed + 1))
    if seat.missed + 1 < MAX_MISSED:
        return after
    return walked_away(after, index)


def walked_away(table: TableRecord, index: int) -> TableRecord:
    """The table after the seat's person has walked away without notice.

    If others are still playing, the autopilot plays for them. Otherwise the game waits, or is closed if not everybody
    has played yet. Whoever has not played once did not turn up, and is not rated.
    """
    person = table.seats[index].person
    if table.is_beginning and table.present == (person,):
        return table.closed(NOBODY_PLAYED)
    after = _set_autopilot(table, index, by_autopilot=True)
    if person is not None and index in table.yet_to_play:
        after = replace(after, excused=(*after.excused, person))
    news: NewsKind = "game_waits" if after.awaits_return else "autopilot_on"
    return without(with_news(after, news, index), person)


def _seat(table: TableRecord, person: int) -> int:
    if not table.phase.is_live:
        raise game_over(table, person)
    index = require_seat(table, person)
    if table.phase is not Phase.PLAYING:
        raise TableError(_("The autopilot is only available during a game."))
    return index


def _set_autopilot(table: TableRecord, index: int, *, by_autopilot: bool) -> TableRecord:
    table = mark_played(table, index)
    return table.with_seat(index, replace(table.seats[index], autopilot=by_autopilot, missed=0))
