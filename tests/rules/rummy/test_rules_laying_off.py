"""The rules for laying off on Rummy's melds on the table, sentence by sentence."""

from __future__ import annotations

import pytest

from bot.rules.cards import format_cards, parse_card
from bot.rules.errors import AmbiguousActionError, IllegalActionError
from bot.rules.rummy import GAME
from bot.rules.rummy.actions import LayOff
from tests.rules.rummy.positions import allowed, play, position, refused, table

WHOLE_SUIT = "AS 2S 3S 4S 5S 6S 7S 8S 9S 0S JS QS KS"


def test_the_last_card_cannot_be_laid_off() -> None:
    state = position("5C", melds=("5S 5H 5D",), laid_down=True)
    refused(state, "layoff 5C 1", "keep your last card")
    assert [GAME.format_action(action) for action in GAME.legal_actions(state)] == ["discard 5C"]


def test_nothing_can_be_laid_off_or_swapped_before_laying_down() -> None:
    state = position("5C 7S", melds=("5S 5H 5D", "6S XB 8S"))
    refused(state, "layoff 5C 1", "only after you have laid down")
    refused(state, "swap 7S 2", "only after you have laid down")


def test_cards_can_be_laid_off_on_any_meld_in_the_same_turn() -> None:
    state = position("KS KH KD KC 5C 7D", melds=("5S 5H 5D",))
    state = allowed(state, "lay KS KH KD KC")
    state = allowed(state, "layoff 5C 1")
    assert table(state) == ["5S 5H 5D 5C", "KS KH KD KC"]
    assert state.meld_owners == (1, 0)
    assert format_cards(state.hands[0]) == "7D"


def test_melds_are_numbered_in_the_order_they_were_laid() -> None:
    state = position("KS KH KD QS JS 0S 9C 2C", melds=("5S 5H 5D",), laid_down=True)
    state = play(state, "lay KS KH KD", "lay 0S JS QS")
    assert table(state) == ["5S 5H 5D", "KS KH KD", "0S JS QS"]


@pytest.mark.parametrize("number", [0, 3, 9])
def test_laying_off_on_a_missing_meld_names_the_valid_numbers(number: int) -> None:
    text = f"layoff 5C {number}"
    one = position("5C 7S", melds=("5S 5H 5D",), laid_down=True)
    refused(one, text, f"no meld {number}; the only one on the table is meld 1")
    two = position("5C 7S", melds=("5S 5H 5D", "6S 7S 8S"), laid_down=True)
    refused(two, text, f"no meld {number}; the melds on the table are numbered 1 to 2")


def test_only_cards_in_the_hand_can_be_laid_off_or_swapped() -> None:
    state = position("2C 7S", melds=("5S 5H XR",), laid_down=True)
    refused(state, "layoff 5C 1", "do not hold the 5 of clubs")
    refused(state, "swap 5D 1", "do not hold the 5 of diamonds")


@pytest.mark.parametrize(
    ("meld", "card", "result"),
    [
        ("5S 5H 5D", "5C", "5S 5H 5D 5C"),
        ("5S 5H 5D", "XB", "5S 5H 5D XB"),
        ("5S 5H XR", "5C", "5S 5H 5C XR"),
        ("5S 5C XR", "5H", "5S 5H 5C XR"),  # the joker could be either red five
        ("5S 5C XR", "XR", "5S 5C XR XR"),
        ("5S 5H XB", "XR", "5S 5H XR XB"),
        ("6S 7S 8S", "5S", "5S 6S 7S 8S"),
        ("6S 7S 8S", "9S", "6S 7S 8S 9S"),
        ("2S 3S 4S", "AS", "AS 2S 3S 4S"),
        ("JS QS KS", "AS", "JS QS KS AS"),
        ("AS 2S 3S", "XB", "AS 2S 3S XB"),
        ("QS KS AS", "XB", "XB QS KS AS"),
        (f"{WHOLE_SUIT}", "AS", f"{WHOLE_SUIT} AS"),
        (f"{WHOLE_SUIT}", "XB", f"{WHOLE_SUIT} XB"),
    ],
)
def test_a_card_is_laid_off_where_it_fits(meld: str, card: str, result: str) -> None:
    state = position(f"{card} 0D", melds=(meld,), laid_down=True)
    assert table(allowed(state, f"layoff {card} 1")) == [result]
    refused(state, f"layoff {card} 1 low", "in one place only; leave out the end")
    refused(state, f"layoff {card} 1 high", "leave out the end")


@pytest.mark.parametrize(
    ("meld", "card"),
    [
        ("5S 5H 5D", "5S"),
        ("5S 5H 5D", "6C"),
        ("5S 5H 5D", "XR"),
        ("5S 5H XR", "5D"),  # the joker stands for this card
        ("5S 5H XR", "XR"),
        ("5S 5H 5D 5C", "XR"),
        ("5S 5C XR XR", "5H"),  # full
        ("6S 7S 8S", "9H"),
        ("6S 7S 8S", "7S"),
        ("6S 7S 8S", "0S"),
        ("6S 7S 8S", "XR"),
        ("AS 2S 3S", "KS"),
        ("QS KS AS", "2S"),
        (f"{WHOLE_SUIT} AS", "XB"),
    ],
)
def test_a_card_that_does_not_fit_is_not_laid_off(meld: str, card: str) -> None:
    refused(position(f"{card} 0D", melds=(meld,), laid_down=True), f"layoff {card} 1", "does not fit meld 1")


@pytest.mark.parametrize(
    ("meld", "card", "low", "high"),
    [
        ("6S 7S 8S", "XB", "XB 6S 7S 8S", "6S 7S 8S XB"),
        ("2S 3S 4S 5S 6S 7S 8S 9S 0S JS QS KS", "AS", WHOLE_SUIT, "2S 3S 4S 5S 6S 7S 8S 9S 0S JS QS KS AS"),
        ("6S 7S XB", "XB", "XB 6S 7S XB", "6S 7S XB XB"),
    ],
)
def test_a_card_that_fits_both_ends_of_a_run_needs_low_or_high(meld: str, card: str, low: str, high: str) -> None:
    state = position(f"{card} 0D", melds=(meld,), laid_down=True)
    refused(state, f"layoff {card} 1", "the low or the high", AmbiguousActionError)
    assert table(allowed(state, f"layoff {card} 1 low")) == [low]
    assert table(allowed(state, f"layoff {card} 1 high")) == [high]
    with pytest.raises(IllegalActionError, match="say which one you mean"):
        GAME.apply(state, 0, LayOff(parse_card(card), 1, "left"))


def test_a_card_that_fits_several_melds_goes_where_the_player_says() -> None:
    state = position("5S 9D", melds=("5H 5D 5C", "6S 7S 8S"), laid_down=True)
    assert table(allowed(state, "layoff 5S 1")) == ["5S 5H 5D 5C", "6S 7S 8S"]
    assert table(allowed(state, "layoff 5S 2")) == ["5H 5D 5C", "5S 6S 7S 8S"]
