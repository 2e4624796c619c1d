"""What happened at a table besides the game's own events; both are kept in `TableRecord.recent`.

| kind | seat | facts |
|---|---|---|
| `time_ran_out` | whose turn it was | `begins`: the clock's acts follow, `acts` so far; without it, they came before |
| `autopilot_on` | whose | `acts`: see below |
| `game_waits` | whose person went away last | |
| `autopilot_off` | whose | |
| `seat_left` | whose | `name`; `autopilot`: set if the autopilot was playing |
| `seat_taken_out` | whose, by the host | `name`, `autopilot` |
| `kept_rated` | who took somebody out, or the first seat: all agreed | |
| `host_passed` | who is the host now | |
| `seat_returned` | whose | |
| `seat_taken_over` | which | `name`: who sits there now; `before`: who left it |
| `action_undone` | who asked for it | `alone`: whether nobody else had to be asked |
| `undo_declined`, `end_declined`, `keep_rated_declined` | who declined | |
| `undo_withdrawn`, `end_withdrawn`, `keep_rated_withdrawn` | who withdrew their request | |
| `undo_overtaken` | who played on | |
| `undo_left_open`, `end_left_open`, `keep_rated_left_open` | who stopped playing, which ends the vote | |

`acts` of `autopilot_on`, `seat_left` and `seat_taken_out` are those by which the computer ended a turn under way.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from bot.rules.game import Event
from bot.tables.model.records import Phase, TableRecord

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules.game import AnyGame

NewsKind: TypeAlias = Literal[
    "time_ran_out", "autopilot_on", "game_waits", "autopilot_off", "seat_left", "seat_taken_out", "kept_rated",
    "host_passed", "seat_returned", "seat_taken_over", "action_undone",
    "undo_declined", "end_declined", "keep_rated_declined",
    "undo_withdrawn", "end_withdrawn", "keep_rated_withdrawn",
    "undo_overtaken", "undo_left_open", "end_left_open", "keep_rated_left_open",
]  # fmt: skip
"""The kinds of news. `bot/ui/wording/news.py` has the sentence for each, and says which change who plays a seat."""
KINDS: frozenset[str] = frozenset(get_args(NewsKind))
RECENT_EVENTS, EVENTS_A_SEAT = 24, 12
"""The minimum number of events kept, and the number per seat: enough for everybody's last turn."""
THOUGHT = "thought"
"""Event kind for a computer player's reason for its next action."""
_BY_HAND = ("autopilot_off", "action_undone", "seat_returned", "seat_taken_over")
"""Kinds of news after which people play by hand."""
HANDED_OVER = ("autopilot_on", "seat_left", "seat_taken_out")
"""Kinds of news after which a computer plays a person's seat."""
MAX_THOUGHTS = 6
"""Maximum number of thoughts kept; acts are shown for longer than their reasons."""


def with_news(table: TableRecord, kind: NewsKind, seat: int, **facts: object) -> TableRecord:
    """The table with one more piece of news; a lobby has none, because its board shows the seats anyway."""
    if table.phase is not Phase.PLAYING:
        return table
    return replace(table, recent=recent(table, (Event(kind, seat, facts),)))


def clock_plays(game: AnyGame, events: Sequence[Event], seat: int) -> bool:
    """Whether the clock has taken over the seat's turn with which the events end."""
    for event in reversed(events):
        if (event.kind, event.seat) == ("time_ran_out", seat):
            return bool(event.facts.get("begins"))
        if game.is_deal(event) or event.kind in _BY_HAND:
            return False
        if event.kind != THOUGHT and event.seat not in (seat, None):
            return False
    return False


def latest_deal(game: AnyGame, events: Sequence[Event]) -> int | None:
    """The place of the latest deal among the events, or None if there is none."""
    return max((place for place, event in enumerate(events) if game.is_deal(event)), default=None)


def recent(table: TableRecord, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """The latest events and news, oldest first."""
    every = (*table.recent, *events)
    thoughts = sum(event.kind == THOUGHT for event in every)
    kept = []
    for event in every:
        if event.kind == THOUGHT:
            thoughts -= 1
            if thoughts >= MAX_THOUGHTS:
                continue
        kept.append(event)
    return tuple(kept[-max_events(table) :])


def max_events(table: TableRecord) -> int:
    """The maximum number of events kept."""
    return max(RECENT_EVENTS, EVENTS_A_SEAT * len(table.seats))
