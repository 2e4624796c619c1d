"""Events of Rummy as one viewer sees them.

| kind | seat | facts |
|---|---|---|
| `card_drawn` | drawer | `source`: `"stock"` or `"discard"`; `card`: only for the drawer, or for all from the discard pile |
| `melds_laid_down` | who | `melds`, `numbers` (of these melds on the table, from 1), `value`, `first` (whether this is the seat's first laydown) |
| `card_laid_off` | who | `card`, `meld` (its number), `owner` (who laid the meld), `end` (`"low"`, `"high"` or None: in a set), `cards` (the meld now) |
| `joker_swapped` | who | `card`, `joker` (now in the hand), `meld` (its number), `owner`, `cards` (the meld now) |
| `card_discarded` | who | `card`, `cards_left` |
| `went_out` | who | |
| `stock_renewed` | None | `cards`: how many discards became the new stock |
| `round_ended` | None | `round`, `laying_down_opens` (whether melds may be laid down from the next round on) |
| `game_ended` | None | `ranks`, `scores`, `reason`, `hands` |
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rules.game import Event
from bot.rules.rummy.actions import HIGH, LOW, Discard, LayDown, LayOff, Swap
from bot.rules.rummy.fitting import freed_joker
from bot.rules.rummy.melds import is_set, meld_value
from bot.rules.rummy.state import Ending
from bot.rules.rummy.view import outcome

if TYPE_CHECKING:
    from bot.rules.rummy.actions import RummyAction
    from bot.rules.rummy.state import RummyState


def events(before: RummyState, action: RummyAction, after: RummyState, seat: int | None) -> tuple[Event, ...]:
    """The events between two states as one seat (None: a spectator) sees them."""
    match action:
        case Discard():
            return tuple(_discard_events(before, action, after))
        case LayDown():
            return (_laid_down(before, after),)
        case LayOff():
            return (_laid_off(before, action, after),)
        case Swap():
            return (_swapped(before, action, after),)
    facts: dict[str, object] = {"source": "discard" if after.drew_discard else "stock"}
    if after.drew_discard or seat == before.seat:
        facts["card"] = after.drawn
    return (Event("card_drawn", before.seat, facts),)


def _laid_down(before: RummyState, after: RummyState) -> Event:
    known = len(before.melds)
    melds = after.melds[known:]
    facts = {
        "melds": melds,
        "numbers": tuple(range(known + 1, len(after.melds) + 1)),
        "value": sum(map(meld_value, melds)),
        "first": not before.laid_down[before.seat],
    }
    return Event("melds_laid_down", before.seat, facts)


def _laid_off(before: RummyState, action: LayOff, after: RummyState) -> Event:
    was, now = before.melds[action.meld - 1], after.melds[action.meld - 1]
    end = None if is_set(was) else HIGH if now[:-1] == was else LOW
    owner = before.meld_owners[action.meld - 1]
    return Event(
        "card_laid_off",
        before.seat,
        {"card": action.card, "meld": action.meld, "owner": owner, "end": end, "cards": now},
    )


def _swapped(before: RummyState, action: Swap, after: RummyState) -> Event:
    was, now = before.melds[action.meld - 1], after.melds[action.meld - 1]
    joker = freed_joker(was, now)
    owner = before.meld_owners[action.meld - 1]
    return Event(
        "joker_swapped",
        before.seat,
        {"card": action.card, "joker": joker, "meld": action.meld, "owner": owner, "cards": now},
    )


def _discard_events(before: RummyState, action: Discard, after: RummyState) -> list[Event]:
    left = len(after.hands[before.seat])
    seen = [Event("card_discarded", before.seat, {"card": action.card, "cards_left": left})]
    final = outcome(after)
    if after.ending is Ending.WENT_OUT:
        seen.append(Event("went_out", before.seat, {}))
    elif before.seat == len(before.hands) - 1:
        opens = before.round + 1 == before.first_laydown_round
        seen.append(Event("round_ended", None, {"round": before.round, "laying_down_opens": opens}))
    if final is not None:
        seen.append(Event("game_ended", None, final._asdict() | {"hands": after.hands}))
    elif not before.stock:
        seen.append(Event("stock_renewed", None, {"cards": len(after.stock)}))
    return seen


_OPEN_KINDS = frozenset(
    (
        "card_discarded",
        "card_laid_off",
        "joker_swapped",
        "melds_laid_down",
        "round_ended",
        "stock_renewed",
        "went_out",
    )
)
"""Kinds of events that reveal no hidden card except one their player chose to show."""


def is_open(event: Event) -> bool:
    """Whether the event reveals no hidden card; unlisted kinds count as revealing one."""
    if event.kind == "card_drawn":
        return str(event.facts["source"]) == "discard"
    return event.kind in _OPEN_KINDS
