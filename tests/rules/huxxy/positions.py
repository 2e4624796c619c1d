"""Hand-made positions for the tests of Huxxy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bot.rules.cards import parse_cards
from bot.rules.errors import IllegalActionError
from bot.rules.huxxy import GAME
from bot.rules.huxxy.melds import arranged

if TYPE_CHECKING:
    from bot.rules.huxxy.state import HuxxyState

SEED = bytes(range(32))


def position(
    hand: str, *table: str, opened: bool = True, stock: str = "", jokers: bool = False, **changes: Any
) -> HuxxyState:
    """Return the start of a turn of seat 0 with this hand and table. The rest is as dealt unless given."""
    dealt = GAME.deal(4, SEED, {"jokers": jokers})
    cards = tuple(sorted(parse_cards(hand)))
    groups = tuple(arranged(parse_cards(group)) for group in table)
    return dealt._replace(
        hands=(cards, *dealt.hands[1:]),
        start_hand=cards,
        table=groups,
        start_table=groups,
        opened=(opened, False, False, False),
        stock=parse_cards(stock) or dealt.stock,
    )._replace(**changes)


def play(state: HuxxyState, *texts: str) -> HuxxyState:
    """Return the state after the seats to act have played these actions."""
    for text in texts:
        seat = GAME.seat_to_act(state)
        assert seat is not None
        state = GAME.apply(state, seat, GAME.parse_action(text))
    return state


def is_legal(state: HuxxyState, text: str) -> bool:
    """Return whether the seat to act may do this, according to the list of legal actions."""
    return GAME.parse_action(text) in GAME.legal_actions(state)


def refused(state: HuxxyState, text: str, why: str) -> None:
    """Check that the action is refused with this reason and is not listed."""
    action = GAME.parse_action(text)
    seat = GAME.seat_to_act(state)
    assert seat is not None
    with pytest.raises(IllegalActionError, match=why):
        GAME.apply(state, seat, action)
    assert action not in GAME.legal_actions(state)
    assert action not in list(GAME.legal_actions(state))
