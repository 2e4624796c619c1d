"""The deal of Notty: the pack, the seats, five cards each, who starts, and what is open."""

from __future__ import annotations

from collections import Counter

import pytest

from bot.rules.notty import GAME
from tests.rules.contract.sampling import seed_of
from tests.rules.notty.hidden import all_cards
from tests.rules.notty.positions import SEED, play


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_pack_has_1_to_10_twice_in_each_of_four_colours(seats: int) -> None:
    cards = Counter(map(str, all_cards(GAME.deal(seats, SEED))))
    assert cards == {f"{colour}{number}": 2 for colour in "RBGY" for number in range(1, 11)}


def test_two_or_three_can_play_and_two_is_the_default() -> None:
    assert (GAME.seats, GAME.default_seats) == (range(2, 4), 2)


@pytest.mark.parametrize("seats", GAME.seats)
def test_each_seat_is_dealt_five_cards(seats: int) -> None:
    state = GAME.deal(seats, SEED)
    assert [len(hand) for hand in state.hands] == [5] * seats
    assert len(state.deck) == 80 - 5 * seats


def test_the_starter_is_random() -> None:
    starters = Counter(GAME.seat_to_act(GAME.deal(3, seed_of(i))) for i in range(200))
    assert set(starters) == {0, 1, 2}
    assert min(starters.values()) > 40


def test_play_goes_round_in_a_fixed_order() -> None:
    state = GAME.deal(3, SEED)
    turns = []
    for _ in range(6):
        turns.append(state.turn)
        state = play(state, "end")
    first = state.starter
    assert turns == [first, (first + 1) % 3, (first + 2) % 3] * 2


def test_all_hands_are_open() -> None:
    """Every seat and every spectator sees all hands, and therefore knows which cards are in the deck."""
    state = GAME.deal(3, SEED)
    for viewer in (None, 0, 1, 2):
        view = GAME.view(state, viewer)
        assert view.hands == state.hands
        assert view.hand_sizes == (5, 5, 5)
        assert view.deck_cards == tuple(sorted(state.deck))
        assert view.deck_size == 65
        assert view.hand == (() if viewer is None else state.hands[viewer])
