"""Events of Huxxy as one viewer sees them. A turn being built is private to its builder until it ends.

| kind | seat | facts |
|---|---|---|
| `card_drawn` | drawer | `stock`: cards left; `card`: only for the drawer |
| `card_played` | builder | only for the builder: `card`, `group` (its number), `is_new` |
| `card_moved` | builder | only for the builder: `card`, `source`, `group`, `is_new` |
| `plays_taken_back` | builder | only for the builder: `plays`: how many |
| `table_turn_ended` | who | `played`: the cards from the hand; `moved`: the cards moved; `points`; `opening`: whether it opened; `changed`: numbers of the groups changed or made; `arrived`: pairs of a group's number and the cards added to it; `emptied`: numbers, before the turn, of the groups it emptied |
| `went_out` | who | |
| `game_ended` | None | `ranks`, `scores`, `reason`, `hands` |
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rules.game import Event
from bot.rules.huxxy.actions import Draw, EndTurn, Move, Play
from bot.rules.huxxy.building import arrivals, changed_groups, emptied_groups
from bot.rules.huxxy.state import Ending, points_played
from bot.rules.huxxy.view import outcome

if TYPE_CHECKING:
    from bot.rules.huxxy.actions import HuxxyAction
    from bot.rules.huxxy.state import HuxxyState


def events(before: HuxxyState, action: HuxxyAction, after: HuxxyState, seat: int | None) -> tuple[Event, ...]:
    """The events between two states as one seat (None: a spectator) sees them."""
    if isinstance(action, Draw):
        facts: dict[str, object] = {"stock": len(after.stock)}
        if seat == before.seat:
            facts["card"] = before.stock[-1]
        return (Event("card_drawn", before.seat, facts), *_ending(before, after))
    if isinstance(action, EndTurn):
        return (_turn_ended(before), *_ending(before, after))
    return (_built(before, action, after),) if seat == before.seat else ()


def _built(before: HuxxyState, action: HuxxyAction, after: HuxxyState) -> Event:
    """The event of one step in building a turn, visible to its builder only."""
    if isinstance(action, Play | Move):
        made = after.plays[-1]
        facts: dict[str, object] = {"card": made.card, "group": made.target, "is_new": made.is_new}
        if made.source is None:
            return Event("card_played", before.seat, facts)
        return Event("card_moved", before.seat, facts | {"source": made.source})
    return Event("plays_taken_back", before.seat, {"plays": len(before.plays) - len(after.plays)})


def _turn_ended(before: HuxxyState) -> Event:
    facts = {
        "played": tuple(made.card for made in before.plays if made.source is None),
        "moved": tuple(made.card for made in before.plays if made.source is not None),
        "points": points_played(before.plays),
        "opening": not before.opened[before.seat],
        "changed": changed_groups(before),
        "arrived": arrivals(before),
        "emptied": emptied_groups(before),
    }
    return Event("table_turn_ended", before.seat, facts)


def _ending(before: HuxxyState, after: HuxxyState) -> list[Event]:
    final = outcome(after)
    if final is None:
        return []
    out = [Event("went_out", before.seat, {})] if after.ending is Ending.WENT_OUT else []
    return [*out, Event("game_ended", None, final._asdict() | {"hands": after.hands})]


_OPEN_KINDS = frozenset(("table_turn_ended", "went_out"))
"""Kinds of events that reveal no hidden card except one their player chose to show."""


def is_open(event: Event) -> bool:
    """Whether the event reveals no hidden card; unlisted kinds count as revealing one."""
    return event.kind in _OPEN_KINDS
