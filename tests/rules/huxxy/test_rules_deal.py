"""The rules for dealing a game of Huxxy, sentence by sentence."""

from __future__ import annotations

from collections import Counter

import pytest

from bot.rules.cards import JOKER, STANDARD_PACK
from bot.rules.huxxy import GAME
from tests.rules.huxxy.hidden import all_cards
from tests.rules.huxxy.positions import SEED, play


def test_there_are_exactly_four_seats() -> None:
    assert list(GAME.seats) == [4]
    for seats in (3, 5):
        with pytest.raises(ValueError, match="exactly 4"):
            GAME.deal(seats, SEED)


def test_seat_0_starts() -> None:
    assert GAME.seat_to_act(GAME.deal(4, SEED)) == 0


def test_the_order_of_seats_is_fixed() -> None:
    state = GAME.deal(4, SEED)
    seats = []
    for _ in range(9):
        seats.append(GAME.seat_to_act(state))
        state = play(state, "draw")
    assert seats == [0, 1, 2, 3, 0, 1, 2, 3, 0]


def test_the_deck_is_two_packs() -> None:
    assert Counter(all_cards(GAME.deal(4, SEED))) == Counter(STANDARD_PACK * 2)


def test_the_bonus_version_adds_two_jokers() -> None:
    assert Counter(all_cards(GAME.deal(4, SEED, {"jokers": True}))) == Counter((*STANDARD_PACK * 2, JOKER, JOKER))


def test_the_bonus_version_is_off_by_default() -> None:
    assert not GAME.deal(4, SEED).jokers
    with pytest.raises(ValueError, match="cannot be 1"):
        GAME.deal(4, SEED, {"jokers": 1})


@pytest.mark.parametrize(("jokers", "stock"), [(False, 56), (True, 58)])
def test_each_seat_gets_twelve_cards_and_the_rest_is_the_stock(jokers: bool, stock: int) -> None:
    state = GAME.deal(4, SEED, {"jokers": jokers})
    assert [len(hand) for hand in state.hands] == [12] * 4
    assert len(state.stock) == stock
    assert state.table == ()


def test_cards_are_dealt_one_by_one_starting_at_seat_0() -> None:
    """Cards are dealt one by one to each seat in turn, and the stock begins with the card after the last one dealt."""
    state = GAME.deal(4, SEED)
    cards, _ = state.chance._replace(position=0).shuffled(STANDARD_PACK * 2)
    assert state.hands[0] == tuple(sorted(cards[0:48:4]))
    assert state.hands[3] == tuple(sorted(cards[3:48:4]))
    assert state.stock[::-1] == cards[48:]
