"""Hand-made positions for the tests of Rummy."""

from __future__ import annotations

from typing import Any

import pytest

from bot.rules.cards import format_cards, parse_cards
from bot.rules.errors import IllegalActionError
from bot.rules.rummy import GAME
from bot.rules.rummy.state import Phase, RummyState

SEED = bytes(range(32))


def position(
    hand: str,
    *others: str,
    melds: tuple[str, ...] = (),
    laid_down: bool = False,
    round_number: int = 3,
    phase: Phase = Phase.PLAY,
    **changes: Any,
) -> RummyState:
    """Return a state in which seat 0 (of two, or of one more than `others`) holds the hand and is to act."""
    others = others or ("2S 4S 6S 8S 0S QS 2H 4H 6H 8H 0H QH 2D",)
    hands = tuple(tuple(sorted(parse_cards(cards))) for cards in (hand, *others))
    state = GAME.deal(len(hands), SEED)
    return state._replace(
        phase=phase,
        turn=(round_number - 1) * len(hands),
        hands=hands,
        laid_down=(laid_down, *(False,) * len(others)),
        melds=tuple(parse_cards(meld) for meld in melds),
        meld_owners=(len(others),) * len(melds),
        last_laid_round=round_number - 1,
    )._replace(**changes)


def play(state: RummyState, *texts: str) -> RummyState:
    """Return the state after the seats to act have played these actions."""
    for text in texts:
        seat = GAME.seat_to_act(state)
        assert seat is not None
        state = GAME.apply(state, seat, GAME.parse_action(text))
    return state


def is_legal(state: RummyState, text: str) -> bool:
    """Return whether the seat to act may do this, according to the list of legal actions."""
    return GAME.parse_action(text) in GAME.legal_actions(state)


def table(state: RummyState) -> list[str]:
    return [format_cards(meld) for meld in state.melds]


def refused(state: RummyState, text: str, reason: str, error: type[Exception] = IllegalActionError) -> None:
    """Check that the action is refused with this reason and is not listed."""
    assert not is_legal(state, text)
    with pytest.raises(error, match=reason):
        play(state, text)


def allowed(state: RummyState, text: str) -> RummyState:
    """Return the state after an action, after checking that the list of legal actions contains it."""
    assert is_legal(state, text)
    assert GAME.parse_action(text) in list(GAME.legal_actions(state))
    return play(state, text)
