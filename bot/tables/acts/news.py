"""What happened at a table beside the game's own events; it stands among them in `TableRecord.recent`.

| kind | seat | facts |
|---|---|---|
| `time_ran_out` | whose turn it was | |
| `autopilot_on` | whose | `by_clock`: whether three turns in a row were missed |
| `game_waits` | whose person went away last | |
| `autopilot_off` | whose | |
| `seat_left` | whose | `name` |
| `seat_taken_out` | whose, by the host | `name` |
| `kept_rated` | the host, who took somebody out: all agreed | |
| `seat_returned` | whose | |
| `seat_taken_over` | which | `name`: who sits there now; `before`: who left it |
| `action_undone` | who asked for it | |
| `undo_declined`, `end_declined`, `keep_rated_declined` | who said no to what was asked | |
| `undo_withdrawn`, `end_withdrawn`, `keep_rated_withdrawn` | who had asked, and does no more | |
| `undo_overtaken` | who played on | |
| `undo_left_open`, `end_left_open`, `keep_rated_left_open` | who does not play any more, so that the question is off | |
"""

from __future__ import annotations

from dataclasses import replace

from bot.rules.game import Event
from bot.tables.model.records import Phase, TableRecord

RECENT_EVENTS = 24


def with_news(table: TableRecord, kind: str, seat: int, **facts: object) -> TableRecord:
    """The table with one more thing to tell; a lobby's board shows its seats anyway."""
    if table.phase is not Phase.PLAYING:
        return table
    return replace(table, recent=recent(table, (Event(kind, seat, facts),)))


def recent(table: TableRecord, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """The last things that happened, oldest first."""
    return (*table.recent, *events)[-RECENT_EVENTS:]
