"""What happened since a player's last turn, from the table's recorded events: one line per turn."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from bot.language import _
from bot.render.cast import Cast
from bot.render.catalogue import text_of
from bot.render.doing import own_turn_in_a_sentence, turn_in_a_sentence
from bot.rules.game import Event
from bot.tables.acts.news import HANDED_OVER, KINDS, THOUGHT, clock_plays, max_events
from bot.ui.wording import news
from bot.ui.wording.seats import cast_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.render.doing import Doing
    from bot.tables.model.position import Position

MAX_LINES = 10
_AWAY = ("autopilot_on", "game_waits", "seat_left", "seat_taken_out")
_BACK = ("autopilot_off", "seat_returned")
_TAKEN_OVER = "seat_taken_over"


def since_your_turn(position: Position, seat: int) -> str:
    """A heading, and a line for each turn since the seat's person played; empty if nothing happened."""
    events = _before_now(position, seat)
    end = _end_of_own_turn(position, events, seat)
    lines = list(_lines(position, seat, events[end:]))[-MAX_LINES:]
    if not lines:
        return ""
    is_first = not end and _knows_the_beginning(position, events, seat)
    heading = _("**Since the deal**") if is_first else _("**Since your turn**")
    return "\n".join([heading, *lines])


def played_for_you(position: Position, seat: int) -> str:
    """What the computer did in the seat's last turn; empty if its person played that."""
    return next(reversed(list(_lines(position, seat, events_since(position, seat), only_own=True))), "")


def _knows_the_beginning(position: Position, events: Sequence[Event], seat: int) -> bool:
    """Whether the events go back to the last deal, or to when the seat's person took it over."""
    table = position.record
    goes_back = len(table.recent) < max_events(table) or any(map(position.game.is_deal, table.recent))
    return goes_back or _taken_over(events, seat) > 0


def has_acted(position: Position, seat: int) -> bool:
    """Whether the seat has done anything since the last deal, or since its person took it over."""
    events = _of_this_deal(position)
    return any(_is_act(event, seat) for event in events[_taken_over(events, seat) :])


def last_act(position: Position, person: int) -> str:
    """The person's last act in the game, without their name; empty if it is no longer recorded."""
    seat = position.record.seat_of(person)
    if seat is None:
        return ""
    events = _of_this_deal(position)
    own = [event for event in events[_taken_over(events, seat) :] if _is_act(event, seat)]
    doings = (_doing(position, event) for event in reversed(own))
    return next((doing.words for doing in doings if doing is not None and doing.actions), "")


def is_followed_by_a_draw(position: Position, person: int) -> bool:
    """Whether somebody else has drawn a hidden card since the person's last act, and done no more."""
    seat, game = position.record.seat_of(person), position.game
    acts = [event for event in _of_this_deal(position) if event.seat is not None and event.kind not in KINDS]
    return bool(acts) and acts[-1].seat != seat and not game.is_open(acts[-1])


def events_since(position: Position, seat: int) -> Sequence[Event]:
    """The events of this deal after the last turn that the seat's person played, without the turn in progress."""
    events = _before_now(position, seat)
    return events[_end_of_own_turn(position, events, seat) :]


def _before_now(position: Position, seat: int) -> Sequence[Event]:
    """The events of this deal, without the seat's turn in progress."""
    events = _of_this_deal(position)
    return _before_this_turn(events, seat) if position.seat_to_act == seat else events


def _before_this_turn(events: Sequence[Event], seat: int) -> list[Event]:
    """The events without the seat's acts since the others' last one; news in between stays.

    News of the seat's own person says who acted before it, so the turn under way begins after it.
    """
    begin = len(events)
    while begin and (_is_act(events[begin - 1], seat) or not _is_break(events[begin - 1], seat)):
        begin -= 1
    return [*events[:begin], *(event for event in events[begin:] if event.kind in KINDS)]


def _is_break(event: Event, seat: int) -> bool:
    """Whether the seat's turn under way cannot have begun before the event."""
    if event.kind not in KINDS:
        return event.seat is not None
    return event.seat == seat and event.kind in ("time_ran_out", _TAKEN_OVER, *_AWAY, *_BACK)


class _Placed(NamedTuple):
    """An event, its place among the events, and the cast at that time."""

    place: int
    event: Event
    cast: Cast


def _lines(position: Position, seat: int, events: Sequence[Event], *, only_own: bool = False) -> Iterator[str]:
    """A line for each turn or piece of news, as the seat sees them; with `only_own`, for the seat's own turns alone."""
    text, view = text_of(position.record.game), position.view(seat)
    own = _taken_over(events, seat)
    every = map(_Placed, range(len(events)), events, news.casts(events, cast_of(position.record)))
    # What nobody did, such as a shuffle, ends no turn.
    with_actor = (each for each in every if each.event.seat is not None)
    for (who, is_news), turn in groupby(with_actor, lambda each: (each.event.seat, each.event.kind in KINDS)):
        here = list(turn)
        first = here[0]
        is_own = who == seat and first.place >= own
        if only_own and (is_news or not is_own):
            continue
        if is_news:
            untold = (each for each in here if each.place < own or not _is_covered_by_turn(events, each.place, seat))
            yield from (line for each in untold if (line := news.news_sentence(each.event, each.cast)))
            continue
        doings = [doing for each in here if (doing := text.doing(each.event, each.cast, view)) is not None]
        if is_own:
            doings = [doing for doing in doings if not doing.is_state]
            yield own_turn_in_a_sentence(doings, _acts_of_computer(events[: first.place], seat))
        elif who is not None and (sentence := turn_in_a_sentence(first.cast.name(who, marked=False), doings)):
            yield sentence


def _acts_of_computer(events: Sequence[Event], seat: int) -> int | None:
    """The number of acts that the computer made in the turn that it took over at the end of these events, if known."""
    last = events[-1] if events else None
    if last is None or last.seat != seat or last.kind not in ("time_ran_out", *HANDED_OVER):
        return None
    return last.facts.get("acts")


def _taken_over(events: Sequence[Event], seat: int) -> int:
    """The number of events before the seat's person took it over; 0 if they have sat there all the time."""
    places = (place for place, event in enumerate(events, 1) if (event.seat, event.kind) == (seat, _TAKEN_OVER))
    return max(places, default=0)


def _is_covered_by_turn(events: Sequence[Event], at: int, seat: int) -> bool:
    """Whether the news is that the viewer's own time ran out, which the line about that turn says; a new deal hides
    that line.
    """
    event = events[at]
    if (event.kind, event.seat) != ("time_ran_out", seat):
        return False
    return bool(event.facts.get("begins")) or any(_is_act(before, seat) for before in events[:at])


def _of_this_deal(position: Position) -> list[Event]:
    """The table's events since the last deal, without thoughts and undone actions."""
    game = position.game
    events: list[Event] = []
    for event in position.record.recent:
        if game.is_deal(event):
            events.clear()
        elif event.kind == "action_undone":
            events = [*_without_last_act(position, events, event.seat), event]
        elif event.kind != THOUGHT:
            events.append(event)
    return events


def _doing(position: Position, event: Event) -> Doing | None:
    """What everybody was told of the event, as an act; None if no player caused it."""
    return text_of(position.record.game).doing(event, cast_of(position.record), position.view(None))


def _without_last_act(position: Position, events: Sequence[Event], seat: int | None) -> list[Event]:
    """The events before the seat's last act, followed by only the news after it."""
    own = [place for place, event in enumerate(events) if seat is not None and _is_act(event, seat)]
    doings = ((place, _doing(position, events[place])) for place in reversed(own))
    last = next((place for place, doing in doings if doing is None or doing.actions), None)
    if last is None:
        return list(events)
    return [*events[:last], *(event for event in events[last:] if event.kind in KINDS)]


def _end_of_own_turn(position: Position, events: Sequence[Event], seat: int) -> int:
    """The number of events up to the last act of the seat's person; 0 if there is none."""
    by_clock, away = False, position.record.seats[seat].autopilot
    for place in range(len(events) - 1, -1, -1):
        event = events[place]
        if event.seat != seat:
            by_clock = by_clock and event.seat is None
        elif event.kind == "time_ran_out":
            by_clock = not event.facts.get("begins")
        elif event.kind == _TAKEN_OVER:
            return 0
        elif event.kind in _BACK:
            away = True
        elif event.kind in _AWAY:
            away = False
        elif _is_act(event, seat) and not (by_clock or away or clock_plays(position.game, events[:place], seat)):
            return place + 1
    return 0


def _is_act(event: Event, seat: int) -> bool:
    """Whether the seat did this in the game."""
    return event.seat == seat and event.kind not in KINDS
