"""Positions of 6 Holes for tests: dealt games with the given grids, deck and discards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bot.rules.cards import parse_cards
from bot.rules.errors import IllegalActionError
from bot.rules.six_holes import GAME
from bot.rules.six_holes.actions import MIDDLE, Position

if TYPE_CHECKING:
    from bot.rules.game import Outcome
    from bot.rules.six_holes.state import SixHolesState

SEED = bytes(range(32))
MINE, OTHERS = "2S 3S 4S 5S 6S 7S", "2H 3H 4H 5H 6H 7H"


def face_up(*positions: str) -> tuple[bool, ...]:
    """Return which cards are face up: the middle column and these positions."""
    return tuple(place in MIDDLE or place.name in positions for place in Position)


def position(mine: str = MINE, others: str = OTHERS, deck: str = "8C 9C 0C", **changes: Any) -> SixHolesState:
    """Return a state in which seat 0 is to act. Grids are written top row first; the deck's last card is on top."""
    dealt = GAME.deal(2, SEED)
    put: dict[str, Any] = {
        "grids": (parse_cards(mine), parse_cards(others)),
        "deck": parse_cards(deck),
        "turn": 0,
        "starter": 0,
    }
    return dealt._replace(**put | changes)


def three_open(**changes: Any) -> SixHolesState:
    """Return a state in which seat 0 has one face-down side card left, at the bottom right."""
    return position(face_up=(face_up("TL", "TR", "BL"), face_up()), **changes)


def play(state: SixHolesState, *texts: str) -> SixHolesState:
    """Return the state after the seats to act have played these actions, each of which must be listed as legal."""
    for text in texts:
        seat = GAME.seat_to_act(state)
        assert seat is not None, "the game is over"
        action = GAME.parse_action(text)
        assert action in GAME.legal_actions(state), text
        state = GAME.apply(state, seat, action)
    return state


def refused(state: SixHolesState, text: str, reason: str) -> None:
    """Check that the action is not listed and is refused with this reason."""
    action = GAME.parse_action(text)
    assert action not in GAME.legal_actions(state)
    with pytest.raises(IllegalActionError, match=reason):
        GAME.apply(state, state.turn, action)


def listed(state: SixHolesState) -> list[str]:
    """Return the legal actions in their text forms."""
    return [GAME.format_action(action) for action in GAME.legal_actions(state)]


def outcome_of(state: SixHolesState) -> Outcome:
    """Return the outcome of a finished game."""
    outcome = GAME.outcome(state)
    assert outcome is not None
    return outcome
