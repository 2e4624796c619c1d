"""The end of Notty: an empty hand, the last round, or everybody passing; ranks by the cards held."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.rules.notty import GAME
from bot.rules.notty.state import NottyState, Phase
from tests.rules.notty.positions import SEED, listed, play, position

if TYPE_CHECKING:
    from bot.rules.game import Outcome


def _outcome(state: NottyState) -> Outcome:
    outcome = GAME.outcome(state)
    assert outcome is not None
    return outcome


def test_emptying_the_hand_wins_in_mid_turn() -> None:
    state = position("B1 Y4", "R1 R2 R3", "Y6 Y8 Y10", turn=1)
    after = play(state, "discard R1 R2 R3")
    assert _outcome(after) == (
        (2, 1, 3),
        (2, 0, 3),
        "A hand is empty, which wins the game.",
    )
    assert GAME.seat_to_act(after) is None
    assert listed(after) == []


def test_emptying_the_hand_after_drawing_and_taking_wins() -> None:
    state = position("R1", "R3 R3", top="R2")
    ready = play(state, "draw 1", "take 2")
    assert GAME.outcome(ready) is None
    assert _outcome(play(ready, "discard R1 R2 R3")).ranks == (1, 2)


def test_a_player_whose_last_card_is_taken_wins() -> None:
    state = position("B1 Y4", "R1", "Y6")
    after = play(state, "take 2")
    assert _outcome(after).ranks == (3, 1, 2)
    assert _outcome(after).scores == (3, 0, 1)


def test_equal_numbers_of_cards_share_a_rank() -> None:
    state = position("R1 R2 R3", "B7 B9", "Y6 Y8")
    assert _outcome(play(state, "discard R1 R2 R3")).ranks == (1, 2, 2)


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_game_ends_after_the_last_turn_of_the_last_round(seats: int) -> None:
    """A round is one turn of every seat, beginning with the starter."""
    state = position(*["R1 B3 G5", "B1 B3", "Y2 Y4"][:seats], starter=1, turn=1, turns=39 * seats)
    assert GAME.view(state, 0).round == 40
    for _ in range(seats):
        assert GAME.outcome(state) is None
        state = play(state, "draw 1", "end")
    assert state.phase is Phase.ROUND_LIMIT
    assert _outcome(state).ranks == ((2, 1), (3, 1, 1))[seats - 2]
    assert _outcome(state).reason.startswith("The last round")


def test_the_round_limit_is_an_option() -> None:
    option = next(option for option in GAME.options if option.name == "round_limit")
    assert (option.default, option.choices[0], option.choices[-1]) == (40, 20, 300)
    state = position("R1 B3", "B1 B3 B5", round_limit=20, turns=39, turn=1)
    assert _outcome(play(state, "draw 1", "end")).ranks == (1, 2)


@pytest.mark.parametrize("seats", GAME.seats)
def test_three_passes_per_seat_in_a_row_end_the_game(seats: int) -> None:
    state = position(*["R1 B3 G5", "B1 B3", "Y2 Y4"][:seats])
    for number in range(3 * seats):
        assert GAME.outcome(state) is None
        view = GAME.view(state, None)
        assert (view.passes, view.pass_ends_game) == (number, number == 3 * seats - 1)
        state = play(state, "end")
    assert state.phase is Phase.ALL_PASSED
    assert _outcome(state).ranks == ((2, 1), (3, 1, 1))[seats - 2]
    assert _outcome(state).reason.startswith("Everybody passed three times in a row")


@pytest.mark.parametrize(("mine", "wins"), [("R1", True), ("R1 R3", False), ("R1 R3 R5", False)])
def test_the_last_pass_wins_with_the_fewest_cards(mine: str, wins: bool) -> None:
    """A tie wins nothing, and neither does a pass after which others may still play."""
    last = position(mine, "B1 B3", passes=5)
    assert GAME.view(last, None).pass_wins is wins
    assert (_outcome(play(last, "end")).ranks == (1, 2)) is wins
    assert not GAME.view(position(mine, "B1 B3", passes=4), None).pass_wins
    assert not GAME.view(play(last, "draw 1"), None).pass_ends_game


def test_only_consecutive_passes_count() -> None:
    state = play(position("R1 B3 G5", "B1 B3"), *["end"] * 5, "draw 1", "end", *["end"] * 5)
    assert GAME.outcome(state) is None
    assert GAME.outcome(play(state, "end")) is not None


def test_the_rounds_left_are_public() -> None:
    state = GAME.deal(2, SEED, {"round_limit": 30})
    view = GAME.view(state, None)
    assert (view.round, view.rounds_left) == (1, 29)
    view = GAME.view(play(state, "draw 1", "end", "draw 1", "end"), None)
    assert (view.round, view.rounds_left) == (2, 28)
    over = position("R1 B3", "B1 B3 B5", round_limit=20, turns=39, turn=1)
    view = GAME.view(play(over, "draw 1", "end"), None)
    assert (view.round, view.rounds_left) == (20, 0)


def test_an_empty_hand_wins_even_in_the_last_turn() -> None:
    state = position("B1", "R1 R2 R3", turns=79, turn=1)
    assert _outcome(play(state, "discard R1 R2 R3")).reason.startswith("A hand is empty")
