"""The rules for the end of a game of Rummy, sentence by sentence."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bot.rules.cards import parse_card, parse_cards
from bot.rules.rummy import GAME
from bot.rules.rummy.state import Ending, Phase, RummyState
from tests.rules.rummy.positions import SEED, play, position

FULL_SET = "5S 5H 5D 5C"
FULL_RUN = "AS 2S 3S 4S 5S 6S 7S 8S 9S 0S JS QS KS AS"


def end_of_round(number: int = 3, *hands: str, **changes: Any) -> RummyState:
    """Return a state where the second of two seats, last in the round, is about to discard KC and keeps the rest."""
    first, second = hands or ("2C 3D 4H", "6C 7D 8H")
    state = position(first, f"{second} KC", round_number=number, **changes)
    return state._replace(turn=number * 2 - 1)


def result(state: RummyState) -> tuple[tuple[int, ...], tuple[int, ...]]:
    outcome = GAME.outcome(state)
    assert outcome is not None
    return outcome.ranks, outcome.scores


def test_a_seat_that_discards_its_last_card_wins() -> None:
    after = play(position("7D", "2S", laid_down=True), "discard 7D")
    assert result(after) == ((1, 2), (0, 2))
    assert GAME.seat_to_act(after) is None
    assert after.ending is Ending.WENT_OUT


def test_the_others_rank_by_points_left_in_hand() -> None:
    after = play(position("7D", "KS QS", "2S", "9C 9D"), "discard 7D")
    assert result(after) == ((1, 4, 2, 3), (0, 20, 2, 18))


def test_equal_points_share_a_rank() -> None:
    after = play(position("7D", "KS QS", "2S", "0C JD"), "discard 7D")
    assert result(after) == ((1, 3, 2, 3), (0, 20, 2, 20))


def test_an_ace_in_hand_costs_10_and_a_joker_20() -> None:
    after = play(position("7D", "AS", "XR", "XB AC"), "discard 7D")
    assert result(after) == ((1, 2, 3, 4), (0, 10, 20, 30))


def test_going_out_ends_the_game_in_mid_round() -> None:
    after = play(position("7D", "2S", "3S"), "discard 7D")
    assert GAME.seat_to_act(after) is None
    assert after.round == 3


def test_the_empty_stock_is_not_renewed_when_the_game_is_over() -> None:
    after = play(position("7D", "2S", stock=(), discard_pile=parse_cards("2C 3C")), "discard 7D")
    assert after.stock == ()
    assert after.discard_pile == parse_cards("2C 3C 7D")


# --- nobody can win ------------------------------------------------------------------------------------------


def test_short_hands_and_full_melds_end_the_game_in_a_draw() -> None:
    after = play(end_of_round(3, "2C 3D", "6C 7D", melds=(FULL_SET, FULL_RUN)), "discard KC")
    assert after.ending is Ending.NOBODY_CAN_WIN
    assert result(after) == ((1, 1), (5, 13))


def test_the_game_continues_while_a_hand_has_3_cards() -> None:
    after = play(end_of_round(3, "2C 3D 4H", "6C 7D", melds=(FULL_SET, FULL_RUN)), "discard KC")
    assert GAME.outcome(after) is None


@pytest.mark.parametrize("open_meld", ["5S 5H 5D", FULL_RUN.removesuffix(" AS"), "AS 2S 3S 4S"])
def test_the_game_continues_while_a_meld_is_not_full(open_meld: str) -> None:
    after = play(end_of_round(3, "2C 3D", "6C 7D", melds=(FULL_SET, open_meld)), "discard KC")
    assert GAME.outcome(after) is None


def test_short_hands_end_the_game_only_at_the_end_of_a_round() -> None:
    state = position("2C 3D KC", "6C 7D", melds=(FULL_SET,))
    assert GAME.outcome(play(state, "discard KC")) is None


# --- caps ----------------------------------------------------------------------------------------------------


def test_the_game_is_a_draw_after_200_rounds() -> None:
    after = play(end_of_round(200), "discard KC")
    assert after.ending is Ending.ROUND_CAP
    assert result(after) == ((1, 1), (9, 21))


def test_the_game_continues_after_199_rounds() -> None:
    assert GAME.outcome(play(end_of_round(199), "discard KC")) is None


def test_the_200th_round_can_still_be_won() -> None:
    state = end_of_round(200)._replace(hands=(parse_cards("2C"), parse_cards("KC")))
    assert play(state, "discard KC").ending is Ending.WENT_OUT


def test_the_game_is_a_draw_after_40_rounds_without_a_card_laid() -> None:
    after = play(end_of_round(50, last_laid_round=10), "discard KC")
    assert after.ending is Ending.IDLE_CAP
    assert result(after)[0] == (1, 1)


def test_the_game_continues_after_39_rounds_without_a_card_laid() -> None:
    assert GAME.outcome(play(end_of_round(50, last_laid_round=11), "discard KC")) is None


@pytest.mark.parametrize(
    "text", ["lay 2C 3C 4C", "layoff 9S 1", "swap 7S 1"], ids=["laying down", "laying off", "swapping"]
)
def test_every_way_to_put_a_card_on_the_table_counts_as_laying(text: str) -> None:
    hand = "2C 3C 4C 9S 7S"
    state = end_of_round(50, "2S 2D 2H", hand, melds=("6S XB 8S",), last_laid_round=10, laid_down=True)
    state = play(state._replace(laid_down=(True, True)), text)
    assert state.last_laid_round == 50
    assert GAME.outcome(play(state, "discard KC")) is None


def test_a_game_in_which_nobody_lays_ends_after_40_rounds() -> None:
    rng = random.Random(1)
    state = GAME.deal(2, SEED)
    while (seat := GAME.seat_to_act(state)) is not None:
        discards = [action for action in GAME.legal_actions(state) if type(action).__name__ in ("DrawStock", "Discard")]
        state = GAME.apply(state, seat, rng.choice(discards))
    assert state.ending is Ending.IDLE_CAP
    assert state.round == 40


def test_swapping_and_relaying_jokers_uses_up_natural_cards() -> None:
    """Swapping a joker and laying it off again uses up natural cards, so a turn cannot go on for ever."""
    state = position("7S 7C 9D 2C", melds=("6S XB 8S", "6C XB 8C"), laid_down=True)
    state = play(state, "swap 7S 1", "layoff XB 1 high", "swap 7C 2", "layoff XB 2 high")
    assert state.hands[0] == parse_cards("9D 2C")
    assert state.phase is Phase.PLAY
    assert parse_card("7S") in state.melds[0]
