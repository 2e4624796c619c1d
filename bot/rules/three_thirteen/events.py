"""Events of Three Thirteen as one viewer sees them.

| kind | seat | facts |
|---|---|---|
| `pile_reshuffled` | None | `cards`: how many cards of the discard pile became the new stock |
| `card_drawn` | drawer | `source`: `"stock"` or `"discard"`; `card`: only for the drawer, or for all from the discard pile |
| `card_discarded` | who | `card` |
| `went_out` | who | `last_turns`: the seats that have one more turn, in order |
| `round_ended` | None | `round`, `wild_rank`, `went_out` (seat, or None at the cap), `penalties`, `totals` by seat |
| `round_dealt` | None | `round`, `cards` (each), `wild_rank`, `starter`, `upcard`; `hand`: the viewer's own |
| `game_ended` | None | `ranks`, `scores`, `reason` |
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rules.game import Event
from bot.rules.three_thirteen.actions import Discard
from bot.rules.three_thirteen.scoring import outcome
from bot.rules.three_thirteen.state import Source, totals

if TYPE_CHECKING:
    from bot.rules.three_thirteen.actions import ThreeThirteenAction
    from bot.rules.three_thirteen.state import RoundResult, ThreeThirteenState


def events(
    before: ThreeThirteenState, action: ThreeThirteenAction, after: ThreeThirteenState, seat: int | None
) -> tuple[Event, ...]:
    """The events between two states as one seat (None: a spectator) sees them."""
    if isinstance(action, Discard):
        return _discard_events(before, action, after, seat)
    return _draw_events(before, after, seat)


def _draw_events(before: ThreeThirteenState, after: ThreeThirteenState, seat: int | None) -> tuple[Event, ...]:
    source = after.drawn_from or Source.STOCK
    facts: dict[str, object] = {"source": source.value}
    if source is Source.DISCARD or seat == before.turn:
        facts["card"] = after.drawn
    drawn = Event("card_drawn", before.turn, facts)
    if source is Source.STOCK and not before.stock:
        return (Event("pile_reshuffled", None, {"cards": len(before.discard_pile)}), drawn)
    return (drawn,)


def _discard_events(
    before: ThreeThirteenState, action: Discard, after: ThreeThirteenState, seat: int | None
) -> tuple[Event, ...]:
    seen = [Event("card_discarded", before.turn, {"card": action.card})]
    ended = len(after.penalties) > len(before.penalties)
    result = after.last_round if ended else None
    went_out = result.went_out if result else after.went_out
    if before.went_out is None and went_out is not None:
        others = tuple((went_out + i) % before.seats for i in range(1, before.seats))
        seen.append(Event("went_out", went_out, {"last_turns": others}))
    if result:
        seen += _round_end_events(result, after, seat)
    return tuple(seen)


def _round_end_events(result: RoundResult, after: ThreeThirteenState, seat: int | None) -> list[Event]:
    facts = {
        "round": result.round,
        "wild_rank": result.wild_rank,
        "went_out": result.went_out,
        "penalties": result.penalties,
        "totals": totals(after.penalties, after.seats),
    }
    ended = Event("round_ended", None, facts)
    final = outcome(after)
    if final is not None:
        return [ended, Event("game_ended", None, final._asdict())]
    dealt: dict[str, object] = {
        "round": after.round,
        "cards": after.round + 2,
        "wild_rank": after.wild_rank,
        "starter": after.starter,
        "upcard": after.discard_pile[-1],
    }
    if seat is not None:
        dealt["hand"] = after.hands[seat]
    return [ended, Event("round_dealt", None, dealt)]


_OPEN_KINDS = frozenset(("card_discarded", "went_out"))
"""Kinds of events that reveal no hidden card except one their player chose to show."""


def is_open(event: Event) -> bool:
    """Whether the event reveals no hidden card; unlisted kinds count as revealing one."""
    if event.kind == "card_drawn":
        return str(event.facts["source"]) == "discard"
    return event.kind in _OPEN_KINDS
