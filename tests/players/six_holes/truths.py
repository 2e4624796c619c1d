"""Checks for the sentences of 6 Holes' computer players: one for every kind of thought."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.rules.six_holes.actions import Open, Place, Take
from tests.players.checks import Check, true

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.players.player import Choice, Rated


def by_margin(view: Any, choice: Choice, facts: Mapping[str, Any]) -> bool:
    """Check the margin to the best move that is not equivalent, which must be large enough to show."""
    other = choice.second
    assert other is not None
    places_named(choice, other, facts)
    return bool(facts["margin"] == round(choice.ranked[0].value - other.value, 1) >= 0.1)


def as_good(view: Any, choice: Choice, facts: Mapping[str, Any]) -> bool:
    other = choice.second
    assert other is not None
    places_named(choice, other, facts)
    return choice.ranked[0].value - other.value < 0.05


def places_named(choice: Choice, other: Rated, facts: Mapping[str, Any]) -> None:
    for name, action in (("place", choice.action), ("other", other.action)):
        if isinstance(action, Open | Take | Place):
            assert facts[name] == action.position.english


_MOVES = ("open", "draw", "take", "place", "discard")
TRUTHS: dict[str, Check] = {
    "drew_for_choice": true,
    "took_to_save": lambda view, choice, facts: facts["saves"] > 0 and facts["card"] == view.takeable,
    "placed_to_save": lambda view, choice, facts: facts["saves"] > 0 and facts["card"] == view.drawn,
    "discarded_as_no_help": lambda view, choice, facts: facts["card"] == view.drawn,
    "opened_out_of_curiosity": true,
    **{f"{one}_beats_{other}": by_margin for one in _MOVES for other in _MOVES},
    **{f"{one}_as_good_as_{other}": as_good for one in _MOVES for other in _MOVES},
    **{f"{one}_is_all_there_is": lambda view, choice, facts: choice.second is None for one in _MOVES},
}
