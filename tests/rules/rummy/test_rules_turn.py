"""The rules for Rummy's deal and turn, sentence by sentence: drawing, discarding, rounds and the stock."""

from __future__ import annotations

from collections import Counter

import pytest

from bot.rules.cards import BLACK_JOKER, RED_JOKER, STANDARD_PACK, parse_card, parse_cards
from bot.rules.errors import IllegalActionError
from bot.rules.rummy import GAME
from bot.rules.rummy.actions import DRAW_DISCARD, DRAW_STOCK
from bot.rules.rummy.state import Phase
from tests.rules.rummy.hidden import all_cards
from tests.rules.rummy.positions import SEED, is_legal, play, position

HAND = "3S 5H 9D KC XR"


# --- the deal ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", range(2, 7))
def test_two_to_six_seats_get_13_cards_each(seats: int) -> None:
    state = GAME.deal(seats, SEED)
    assert [len(hand) for hand in state.hands] == [13] * seats
    assert len(state.stock) == 108 - 13 * seats


def test_two_seats_are_the_default() -> None:
    assert GAME.default_seats == 2


@pytest.mark.parametrize("seats", [1, 7])
def test_other_numbers_of_seats_are_refused(seats: int) -> None:
    with pytest.raises(ValueError, match="2 to 6"):
        GAME.deal(seats, SEED)


def test_the_deck_is_two_packs_with_two_red_and_two_black_jokers() -> None:
    deck = Counter(all_cards(GAME.deal(3, SEED)))
    assert deck == Counter([*STANDARD_PACK, *STANDARD_PACK, *(RED_JOKER, BLACK_JOKER) * 2])
    assert deck.total() == 108


def test_seat_0_starts() -> None:
    assert GAME.seat_to_act(GAME.deal(4, SEED)) == 0


def test_the_discard_pile_starts_empty() -> None:
    assert GAME.deal(2, SEED).discard_pile == ()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"minimum": 35}, "30, 40"),
        ({"first_laydown_round": 6}, "1, 2, 3, 4, 5"),
        ({"jokers": 2}, "no option"),
    ],
)
def test_options_outside_their_choices_are_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        GAME.deal(2, SEED, options)


def test_the_options_default_to_40_points_and_round_3() -> None:
    state = GAME.deal(2, SEED)
    assert (state.minimum, state.first_laydown_round) == (40, 3)


# --- drawing -------------------------------------------------------------------------------------------------


def test_a_turn_begins_with_a_draw() -> None:
    state = position(HAND, phase=Phase.DRAW)
    with pytest.raises(IllegalActionError, match="Draw first"):
        play(state, "discard 3S")


def test_the_top_card_of_the_stock_is_drawn() -> None:
    state = position(HAND, phase=Phase.DRAW, stock=parse_cards("2C 3C 4C"))
    after = play(state, "draw stock")
    assert after.hands[0] == tuple(sorted(parse_cards(f"{HAND} 4C")))
    assert after.stock == parse_cards("2C 3C")
    assert after.drawn == parse_card("4C")


def test_only_one_card_is_drawn() -> None:
    with pytest.raises(IllegalActionError, match="drawn already"):
        play(position(HAND, phase=Phase.DRAW), "draw stock", "draw stock")


def test_a_seat_that_has_not_laid_down_cannot_take_the_discard() -> None:
    state = position(HAND, phase=Phase.DRAW, discard_pile=parse_cards("9H"))
    assert list(GAME.legal_actions(state)) == [DRAW_STOCK]
    with pytest.raises(IllegalActionError, match="earlier turn"):
        play(state, "draw discard")


def test_a_seat_that_has_laid_down_may_take_the_top_discard() -> None:
    state = position(HAND, phase=Phase.DRAW, laid_down=True, discard_pile=parse_cards("9H 0H"))
    assert list(GAME.legal_actions(state)) == [DRAW_STOCK, DRAW_DISCARD]
    after = play(state, "draw discard")
    assert parse_card("0H") in after.hands[0]
    assert after.discard_pile == parse_cards("9H")


def test_the_discard_may_be_taken_from_the_turn_after_laying_down() -> None:
    """It is not possible in the same turn, which has begun with a draw, but in the next one."""
    state = position("KS KH KD KC QS JS 2C", discard_pile=parse_cards("9H"))
    state = play(state, "lay KS KH KD KC")
    assert not is_legal(state, "draw discard")
    state = play(state, "discard 2C", "draw stock", "discard 2S")
    assert is_legal(state, "draw discard")


def test_a_taken_discard_may_be_discarded_again() -> None:
    """The card may even be discarded again."""
    state = position(HAND, phase=Phase.DRAW, laid_down=True, discard_pile=parse_cards("9H"))
    assert play(state, "draw discard", "discard 9H").discard_pile == parse_cards("9H")


def test_nothing_can_be_taken_from_an_empty_discard_pile() -> None:
    """This happens when the previous player has just taken the only discard."""
    state = position(HAND, phase=Phase.DRAW, laid_down=True)
    assert list(GAME.legal_actions(state)) == [DRAW_STOCK]
    with pytest.raises(IllegalActionError, match="pile is empty"):
        play(state, "draw discard")


# --- discarding ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", HAND.split())
def test_any_card_may_be_discarded_even_a_joker(card: str) -> None:
    after = play(position(HAND), f"discard {card}")
    assert after.discard_pile[-1] == parse_card(card)
    assert parse_card(card) not in after.hands[0]


def test_the_card_just_drawn_may_be_discarded() -> None:
    state = position(HAND, phase=Phase.DRAW, stock=parse_cards("2C 4C"))
    assert play(state, "draw stock", "discard 4C").hands[0] == state.hands[0]


def test_the_discard_ends_the_turn() -> None:
    after = play(position(HAND), "discard 3S")
    assert GAME.seat_to_act(after) == 1
    assert after.phase is Phase.DRAW


def test_twin_cards_are_listed_once_and_only_one_is_discarded() -> None:
    state = position("3S 3S 9D")
    assert [GAME.format_action(action) for action in GAME.legal_actions(state)] == [
        "discard 3S",
        "discard 9D",
    ]
    assert play(state, "discard 3S").hands[0] == parse_cards("3S 9D")


def test_only_a_card_in_the_hand_can_be_discarded() -> None:
    with pytest.raises(IllegalActionError, match="do not hold the 4 of clubs"):
        play(position(HAND), "discard 4C")


def test_a_round_is_one_turn_of_every_seat() -> None:
    state = GAME.deal(3, SEED)
    rounds = []
    for _ in range(7):
        rounds.append(state.round)
        state = play(state, "draw stock")
        state = GAME.apply(state, state.seat, GAME.legal_actions(state)[0])
    assert rounds == [1, 1, 1, 2, 2, 2, 3]


# --- the stock -----------------------------------------------------------------------------------------------


def test_an_empty_stock_is_renewed_from_all_but_the_top_discard() -> None:
    state = position(HAND, stock=(), discard_pile=parse_cards("2S 3S 4S 5S 6S 7S 8S 9S"))
    after = play(state, "discard KC")
    assert sorted(after.stock) == sorted(parse_cards("2S 3S 4S 5S 6S 7S 8S 9S"))
    assert after.discard_pile == parse_cards("KC")
    assert after.chance.position > state.chance.position


def test_the_new_stock_is_shuffled() -> None:
    pile = parse_cards("2S 3S 4S 5S 6S 7S 8S 9S")
    state = position(HAND, stock=(), discard_pile=pile)
    orders = {play(state._replace(chance=state.chance._replace(position=p)), "discard KC").stock for p in range(6)}
    assert len(orders) > 3


def test_a_stock_with_a_card_left_is_not_renewed() -> None:
    state = position(HAND, stock=parse_cards("2C"), discard_pile=parse_cards("2S 3S"))
    after = play(state, "discard KC")
    assert after.stock == parse_cards("2C")
    assert after.discard_pile == parse_cards("2S 3S KC")


def test_there_is_always_a_card_to_draw() -> None:
    """With six seats, stock and discards have 30 cards after every turn, which is the minimum."""
    state = GAME.deal(6, SEED)
    for _ in range(70):
        state = play(state, "draw stock")
        state = GAME.apply(state, state.seat, GAME.legal_actions(state)[0])
        assert len(state.stock) + len(state.discard_pile) == 30
        assert state.stock


# --- out of turn ---------------------------------------------------------------------------------------------
