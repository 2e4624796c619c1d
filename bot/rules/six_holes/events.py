"""Events of 6 Holes as one viewer sees them. Positions are two-letter names such as `"TL"`.

| kind | seat | facts |
|---|---|---|
| `card_opened` | who | `position`, `card` |
| `deck_reshuffled` | None | `cards`: how many discards became the new deck |
| `card_drawn` | drawer | `card`: only for the drawer |
| `card_placed` | who | `position`, `card`, `replaced` (the card discarded), `was_open`: whether that was face up |
| `card_discarded` | who | `card`: the card drawn |
| `card_taken` | who | `position`, `card`, `replaced`, `was_open`: taken from the discards and placed |
| `side_cards_open` | who | `last_turn`: the seat that has exactly one more turn |
| `round_ended` | None | `round`, `closer` (seat, or None at the cap), `grids`, `column_scores`, `scores`, `totals` by seat |
| `round_dealt` | None | `round`, `starter`, `middles`: by seat its middle column, top and bottom |
| `game_ended` | None | `ranks`, `scores`, `reason` |
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from bot.rules.game import Event
from bot.rules.six_holes.actions import MIDDLE, Draw, Open, Place, Take
from bot.rules.six_holes.scoring import outcome
from bot.rules.six_holes.state import SEATS

if TYPE_CHECKING:
    from bot.rules.cards import Card
    from bot.rules.six_holes.actions import Position, SixHolesAction
    from bot.rules.six_holes.state import RoundResult, SixHolesState


def events(before: SixHolesState, action: SixHolesAction, after: SixHolesState, seat: int | None) -> tuple[Event, ...]:
    """The events between two states as one seat (None: a spectator) sees them."""
    if isinstance(action, Draw):
        return _draw_events(before, after, seat)
    mover = before.turn
    if isinstance(action, Open):
        card = before.grids[mover][action.position]
        seen = [Event("card_opened", mover, {"position": action.position.name, "card": card})]
    elif isinstance(action, Place):
        seen = [Event("card_placed", mover, _placing(before, action.position, before.drawn))]
    elif isinstance(action, Take):
        seen = [Event("card_taken", mover, _placing(before, action.position, before.discards[-1]))]
    else:
        seen = [Event("card_discarded", mover, {"card": before.drawn})]
    return (*seen, *_closing_events(before, after))


def _draw_events(before: SixHolesState, after: SixHolesState, seat: int | None) -> tuple[Event, ...]:
    drawn = Event("card_drawn", before.turn, {"card": after.drawn} if seat == before.turn else {})
    if before.deck:
        return (drawn,)
    return (Event("deck_reshuffled", None, {"cards": len(after.reshuffled)}), drawn)


def _placing(before: SixHolesState, position: Position, card: Card | None) -> dict[str, object]:
    return {
        "position": position.name,
        "card": card,
        "replaced": before.grids[before.turn][position],
        "was_open": before.face_up[before.turn][position],
    }


def _closing_events(before: SixHolesState, after: SixHolesState) -> list[Event]:
    """The events caused by the end of a turn: the last turn, or the end of the round and what followed."""
    if len(after.scores) == len(before.scores):
        if after.closer is not None:
            return [Event("side_cards_open", before.turn, {"last_turn": after.turn})]
        return []
    result = cast("RoundResult", after.last_round)
    facts = {
        "round": result.round,
        "closer": result.closer,
        "grids": result.grids,
        "column_scores": result.column_scores,
        "scores": result.scores,
        "totals": after.totals,
    }
    ended = Event("round_ended", None, facts)
    final = outcome(after)
    if final is not None:
        return [ended, Event("game_ended", None, final._asdict())]
    middles = tuple(tuple(after.grids[seat][position] for position in MIDDLE) for seat in range(SEATS))
    dealt = {"round": after.round, "starter": after.starter, "middles": middles}
    return [ended, Event("round_dealt", None, dealt)]


_OPEN_KINDS = frozenset(("card_discarded", "deck_reshuffled", "side_cards_open"))
"""Kinds of events that reveal no hidden card except one their player chose to show."""


def is_open(event: Event) -> bool:
    """Whether the event reveals no hidden card; unlisted kinds count as revealing one."""
    if event.kind in ("card_placed", "card_taken"):
        return event.facts["was_open"] is True
    return event.kind in _OPEN_KINDS
