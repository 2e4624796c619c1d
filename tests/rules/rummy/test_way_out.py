"""The shortest way to go out in one turn, against trying all sequences of legal actions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.rules.cards import parse_cards
from bot.rules.rummy import GAME
from bot.rules.rummy.actions import Discard
from bot.rules.rummy.solver.way_out import TooHardError, way_out
from tests.rules.rummy.positions import play, position

if TYPE_CHECKING:
    from bot.rules.rummy.state import RummyState


def goes_out(state: RummyState, actions: int) -> bool:
    """Return whether the seat to act can go out within that many actions, trying all legal ones."""
    if len(state.hands[0]) == 1:
        return actions > 0
    moves = (it for it in GAME.legal_actions(state) if actions > 1 and not isinstance(it, Discard))
    return any(goes_out(GAME.apply(state, 0, action), actions - 1) for action in moves)


@pytest.mark.parametrize(
    ("hand", "melds", "actions"),
    [
        ("5C", (), 1),
        ("5C 6C", (), None),
        ("5C 6C", ("7C 8C 9C",), 2),  # 6C, and 5C is discarded
        ("5C 6C KS", ("7C 8C 9C",), 3),
        ("5C 5D 5H KS", (), 2),
        ("5C 5D 5H", (), None),  # one card must be kept for the discard
        ("5C 5D 5H 5S", (), 2),
        ("5C 5D 5H 6S KS", ("7S 8S 9S",), 3),
        ("6H 5C", ("5H XR 7H",), 3),  # the joker comes to the hand and returns to the run
        ("XR 2C", ("5H 6H 7H",), 2),  # at either end
        ("6H 9H 2C 2D", ("5H XR 7H",), 3),  # the joker completes a set
        ("6H 9H 2C 4D", ("5H XR 7H",), None),
        ("3H 7H 2S KD", ("XR 4H 5H 6H XR",), None),  # a joker at either end
    ],
)
def test_the_shortest_way_out_is_found(hand: str, melds: tuple[str, ...], actions: int | None) -> None:
    state = position(hand, melds=melds, laid_down=True)
    way = way_out(state.hands[0], state.melds, 5_000)
    assert (way and len(way)) == actions
    if way is None:
        assert not goes_out(state, 6)
        return
    assert not goes_out(state, len(way) - 1)
    assert GAME.outcome(play(state, *map(GAME.format_action, way))) is not None


def test_a_search_over_its_limit_raises_too_hard_error() -> None:
    with pytest.raises(TooHardError):
        way_out(parse_cards("5C 5D 5H 6C 6D 6H 7C 7D 7H 8C"), (), 3)
