"""The rules for the end of a game of Huxxy, sentence by sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.rules.cards import parse_cards
from bot.rules.errors import IllegalActionError
from bot.rules.huxxy import GAME
from bot.rules.huxxy.actions import DRAW
from tests.rules.huxxy.positions import play, position

if TYPE_CHECKING:
    from bot.rules.huxxy.state import HuxxyState

HANDS = ("7D", "KS 2H", "XX 3D", "AS AH JC")


def end_with(*texts: str, stock: str = "", hands: tuple[str, ...] = HANDS) -> HuxxyState:
    """Return the state after these actions, in a game where the first seat can lay off its only card."""
    state = position(hands[0], "4S 5H 6S", jokers=True, stock=stock)
    others = (tuple(sorted(parse_cards(hand))) for hand in hands[1:])
    return play(state._replace(hands=(state.hands[0], *others)), *texts)


def test_ending_a_turn_with_an_empty_hand_ends_the_game() -> None:
    after = end_with("play 7D 1", "end")
    assert GAME.seat_to_act(after) is None
    assert list(GAME.legal_actions(after)) == []
    with pytest.raises(IllegalActionError, match="The game is over"):
        GAME.apply(after, 1, DRAW)


def test_an_empty_hand_does_not_end_the_game_in_mid_turn() -> None:
    emptied = end_with("play 7D 1")
    assert GAME.outcome(emptied) is None
    listed = [GAME.format_action(action) for action in GAME.legal_actions(emptied)]
    assert listed[:4] == ["end", "undo", "reset", "move 4S 1 new"]
    assert GAME.seat_to_act(end_with("play 7D 1", "undo", "draw")) == 1


def test_drawing_the_last_stock_card_ends_the_game() -> None:
    after = end_with("draw", stock="5D")
    assert GAME.seat_to_act(after) is None
    assert after.hands[0] == parse_cards("5D 7D") or after.hands[0] == parse_cards("7D 5D")
    outcome = GAME.outcome(after)
    assert outcome is not None
    assert outcome.scores[0] == 12
    assert outcome.reason == "The last card of the stock was drawn."


def test_the_score_is_the_hand_total_with_jokers_at_48() -> None:
    outcome = GAME.outcome(end_with("play 7D 1", "end"))
    assert outcome is not None
    assert outcome.scores == (0, 15, 51, 13)


def test_ranks_run_from_the_lowest_score_to_the_highest() -> None:
    outcome = GAME.outcome(end_with("play 7D 1", "end"))
    assert outcome is not None
    assert outcome.ranks == (1, 3, 4, 2)
    assert outcome.reason == "A player went out."


def test_equal_scores_share_a_rank() -> None:
    outcome = GAME.outcome(end_with("play 7D 1", "end", hands=("7D", "KS", "AS QH", "KD KC")))
    assert outcome is not None
    assert outcome.ranks == (1, 2, 2, 4)


def test_a_game_of_draws_alone_ends_with_the_stock() -> None:
    state = GAME.deal(4, bytes(32))
    turns = 0
    while GAME.seat_to_act(state) is not None:
        state = play(state, "draw")
        turns += 1
    assert turns == 56
    assert [len(hand) for hand in state.hands] == [26] * 4
