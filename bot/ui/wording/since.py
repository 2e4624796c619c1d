"""What happened since a player's last turn, from the table's recorded events: one line per turn."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from bot.language import _
from bot.render.catalogue import text_of
from bot.render.doing import own_turn_in_a_sentence, turn_in_a_sentence
from bot.rules.catalogue import GAMES
from bot.tables.acts.news import THOUGHT
from bot.ui.wording import news
from bot.ui.wording.seats import cast_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.render.cast import Cast
    from bot.rules.game import Event
    from bot.tables.model.position import Position

MAX_LINES = 10
_AWAY, _BACK = ("autopilot_on", "game_waits"), "autopilot_off"


def since_your_turn(position: Position, seat: int) -> str:
    """A heading, and a line for each turn since the seat's person played; empty if nothing happened."""
    lines = list(_lines(position, seat))[-MAX_LINES:]
    if not lines:
        return ""
    heading = _("**Since your turn**") if has_acted(position, seat) else _("**Since the deal**")
    return "\n".join([heading, *lines])


def has_acted(position: Position, seat: int) -> bool:
    """Whether the seat has done anything since the last deal."""
    return any(_is_act(event, seat) for event in _of_this_deal(position))


def last_act(position: Position, person: int) -> str:
    """The person's last act in the game, without their name; empty if it is no longer recorded."""
    seat = position.record.seat_of(person)
    if seat is None:
        return ""
    text, view, cast = text_of(position.record.game), position.view(None), cast_of(position.record)
    own = (event for event in reversed(_of_this_deal(position)) if _is_act(event, seat))
    doings = (doing for event in own if (doing := text.doing(event, cast, view)) is not None)
    last = next(doings, None)
    return "" if last is None else last.words


def events_since(position: Position, seat: int) -> Sequence[Event]:
    """The events of this deal after the last turn that the seat's person played, without the turn in progress."""
    events = _of_this_deal(position)
    if position.seat_to_act == seat:
        while events and _is_act(events[-1], seat):
            events.pop()
    return events[_end_of_own_turn(events, seat, away=position.record.seats[seat].autopilot) :]


def _lines(position: Position, seat: int) -> Iterator[str]:
    game, view = position.record.game, position.view(seat)
    text, cast = text_of(game), cast_of(position.record)
    for actor, turn in groupby(events_since(position, seat), lambda event: (event.seat, event.kind in news.KINDS)):
        who, is_news = actor
        events = list(turn)
        if is_news:
            yield from (line for event in events if (line := _told(event, cast, seat)))
            continue
        doings = [doing for event in events if (doing := text.doing(event, cast, view)) is not None]
        if who == seat:
            yield own_turn_in_a_sentence(doings)
        elif who is not None and (sentence := turn_in_a_sentence(cast.name(who, marked=False), doings)):
            yield sentence


def _told(event: Event, cast: Cast, seat: int) -> str | None:
    """A piece of news as a sentence; None if the viewer's own time ran out, because the line about that turn
    says so.
    """
    return None if event.kind == "time_ran_out" and event.seat == seat else news.news_sentence(event, cast)


def _of_this_deal(position: Position) -> list[Event]:
    """The table's events since the last deal, without thoughts and undone actions."""
    game = GAMES[position.record.game]
    events: list[Event] = []
    for event in position.record.recent:
        if game.is_deal(event):
            events.clear()
        elif event.kind == "action_undone":
            events = [*_without_last_act(events, event.seat), event]
        elif event.kind != THOUGHT:
            events.append(event)
    return events


def _without_last_act(events: Sequence[Event], seat: int | None) -> list[Event]:
    """The events before the seat's last act, followed by only the news after it."""
    last = max((place for place, event in enumerate(events) if seat is not None and _is_act(event, seat)), default=None)
    if last is None:
        return list(events)
    return [*events[:last], *(event for event in events[last:] if event.kind in news.KINDS)]


def _end_of_own_turn(events: Sequence[Event], seat: int, *, away: bool) -> int:
    """The number of events up to the end of the last turn that the seat's person played; 0 if there is none."""
    by_clock = False
    for place in range(len(events) - 1, -1, -1):
        event = events[place]
        if event.seat != seat:
            by_clock = by_clock and event.seat is None
        elif event.kind == "time_ran_out":
            by_clock = True
        elif event.kind == _BACK:
            away = True
        elif event.kind in _AWAY:
            away = False
        elif not (by_clock or away) and _is_act(event, seat):
            return place + 1
    return 0


def _is_act(event: Event, seat: int) -> bool:
    """Whether the seat did this in the game."""
    return event.seat == seat and event.kind not in news.KINDS
