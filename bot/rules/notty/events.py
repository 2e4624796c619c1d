"""Events of Notty; all hands are open, so every viewer sees the same.

| kind | seat | facts |
|---|---|---|
| `cards_drawn` | drawer | `cards`: in the order drawn, seen by all once drawing has stopped |
| `card_taken` | taker | `card`, `from_seat` |
| `group_discarded` | who | `cards`; `group`: `"sequence"` or `"set"` |
| `deck_reshuffled` | None | `cards`: how many cards the deck holds now |
| `turn_ended` | who | `drawn` and `discarded`: how many cards; `taken`: 0 or 1 |
| `turn_passed` | who | `passes_left`: how many more passes in a row end the game |
| `round_started` | None | `round`, `rounds_left` (after this one) |
| `game_ended` | None | `ranks`, `scores`, `reason` |
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rules.game import Event
from bot.rules.notty.actions import Discard, Draw, Take
from bot.rules.notty.melds import is_set
from bot.rules.notty.scoring import outcome
from bot.rules.notty.state import PASSES_PER_SEAT, Phase

if TYPE_CHECKING:
    from bot.rules.notty.actions import NottyAction
    from bot.rules.notty.state import NottyState


def events(before: NottyState, action: NottyAction, after: NottyState) -> tuple[Event, ...]:
    """The events between two states, the same for every viewer."""
    seat = before.turn
    if isinstance(action, Draw):
        seen = [Event("cards_drawn", seat, {"cards": after.drawn})]
    elif isinstance(action, Take):
        seen = [Event("card_taken", seat, {"card": after.taken, "from_seat": action.seat})]
    elif isinstance(action, Discard):
        group = "set" if is_set(action.cards) else "sequence"
        seen = [
            Event("group_discarded", seat, {"cards": action.cards, "group": group}),
            Event("deck_reshuffled", None, {"cards": len(after.deck)}),
        ]
    else:
        seen = _end_events(before, after)
    final = outcome(after)
    if final is not None:
        seen.append(Event("game_ended", None, final._asdict()))
    return tuple(seen)


def _end_events(before: NottyState, after: NottyState) -> list[Event]:
    if before.has_acted:
        facts = {
            "drawn": len(before.drawn),
            "taken": int(before.taken is not None),
            "discarded": sum(map(len, before.discarded)),
        }
        seen = [Event("turn_ended", before.turn, facts)]
    else:
        left = PASSES_PER_SEAT * after.seats - after.passes
        seen = [Event("turn_passed", before.turn, {"passes_left": left})]
    if after.phase is Phase.PLAY and after.turn == after.starter:
        round_number = after.turns // after.seats + 1
        left = after.round_limit - round_number
        seen.append(Event("round_started", None, {"round": round_number, "rounds_left": left}))
    return seen


_OPEN_KINDS = frozenset(("deck_reshuffled", "group_discarded", "round_started", "turn_ended", "turn_passed"))
"""Kinds of events that reveal no hidden card except one their player chose to show."""


def is_open(event: Event) -> bool:
    """Whether the event reveals no hidden card; unlisted kinds count as revealing one."""
    return event.kind in _OPEN_KINDS
