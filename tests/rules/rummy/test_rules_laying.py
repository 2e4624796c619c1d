"""The rules for laying down in Rummy, sentence by sentence."""

from __future__ import annotations

import pytest

from bot.rules.cards import parse_cards
from bot.rules.errors import IllegalActionError
from bot.rules.rummy import GAME
from bot.rules.rummy.actions import LayDown
from tests.rules.rummy.positions import allowed, play, position, refused, table

WHOLE_SUIT = "AS 2S 3S 4S 5S 6S 7S 8S 9S 0S JS QS KS"


@pytest.mark.parametrize("first", range(1, 6))
def test_laying_down_begins_in_the_round_set_by_the_option(first: int) -> None:
    for number in range(1, 7):
        state = position("KS KH KD KC 2C", round_number=number, first_laydown_round=first)
        if number < first:
            refused(state, "lay KS KH KD KC", f"begins in round {first}, and this is round {number}")
        else:
            allowed(state, "lay KS KH KD KC")


def test_laying_down_begins_in_round_3_by_default() -> None:
    refused(position("KS KH KD KC 2C", round_number=2), "lay KS KH KD KC", "begins in round 3")
    allowed(position("KS KH KD KC 2C", round_number=3), "lay KS KH KD KC")


def test_laying_down_before_drawing_is_refused() -> None:
    state = play(position("KS KH KD KC 2C 3C"), "discard 3C")
    with pytest.raises(IllegalActionError, match="Draw first"):
        play(state, "lay 2S 4S 6S")


def test_a_total_equal_to_the_minimum_is_enough() -> None:
    allowed(position("KS KH KD KC 2C"), "lay KS KH KD KC")


def test_a_total_below_the_minimum_is_refused() -> None:
    state = position("9S 9H 9D 9C 2C 2D 2H 3D")
    refused(state, "lay 9S 9H 9D 9C", "at least 40 together, and these are worth 36")
    allowed(state, "lay 9S 9H 9D 9C / 2C 2D 2H")


def test_the_minimum_may_be_30() -> None:
    allowed(position("KS KH KD 2C", minimum=30), "lay KS KH KD")
    refused(position("KS KH KD 2C"), "lay KS KH KD", "worth 30")


def test_several_melds_count_together_in_one_action() -> None:
    state = position("KS KH KD 2C 3C 4C 5C 7D")
    after = allowed(state, "lay KS KH KD / 2C 3C 4C 5C")
    assert table(after) == ["KS KH KD", "2C 3C 4C 5C"]
    assert after.laid_down == (True, False)
    assert after.meld_owners == (0, 0)


def test_each_action_must_reach_the_minimum_alone() -> None:
    refused(position("KS KH KD 2C 3C 4C 5C 7D"), "lay KS KH KD", "at least 40")


def test_an_ace_counts_10_but_1_as_the_low_end_of_a_run() -> None:
    allowed(position("QS KS AS JS 2C"), "lay JS QS KS AS")
    allowed(position("AS AH AD AC 2C"), "lay AS AH AD AC")
    refused(position("AS 2S 3S KS KH KD 2C"), "lay AS 2S 3S / KS KH KD", "worth 36")


def test_a_joker_counts_as_the_card_it_stands_for() -> None:
    allowed(position("KS KD XR XB 2C"), "lay KS KD XR XB")
    refused(position("KS KH XR 5C 6C XB 2C 3H"), "lay KS KH XR / 2C 3H 4H", "neither a set")
    state = position("KS KH XR 2C 3C XB 2D")
    refused(state, "lay KS KH XR / XB 2C 3C", "worth 36")  # the joker is the ace at the low end
    refused(state, "lay KS KH XR / 2C 3C XB", "worth 39")


def test_melds_and_cards_may_be_named_in_any_order() -> None:
    state = position("KS KH KD 2C 3C 4C 5C 7D")
    legal = GAME.legal_actions(state)
    ordered, mixed = (
        GAME.parse_action("lay KS KH KD / 2C 3C 4C 5C"),
        GAME.parse_action("lay 5C 4C 3C 2C / KD KS KH"),
    )
    assert ordered == mixed
    assert LayDown((parse_cards("5C 2C 4C 3C"), parse_cards("KD KS KH"))) in legal  # as a program may write it
    after = GAME.apply(state, 0, LayDown((parse_cards("5C 2C 4C 3C"), parse_cards("KD KS KH"))))
    assert after == GAME.apply(state, 0, ordered)


def test_the_whole_hand_cannot_be_laid_down() -> None:
    state = position("KS KH KD KC")
    refused(state, "lay KS KH KD KC", "keep one card for the discard, so you cannot lay down your whole hand")
    assert {type(action).__name__ for action in GAME.legal_actions(state)} == {"Discard"}


def test_only_cards_in_the_hand_can_be_laid_down() -> None:
    refused(position("KS KH KD 2C"), "lay KS KH KD KC", "do not hold the king of clubs")


def test_a_card_can_be_used_in_only_one_meld() -> None:
    state = position("KS KH KD QD JD 2C 3C")
    refused(state, "lay KS KH KD / JD QD KD", "king of diamonds only once")
    refused(position("KS KH QD KD XR 2C 3C"), "lay KS KH XR / QD KD XR", "red joker only once")


def test_a_card_held_once_can_be_used_only_once_in_a_meld_too() -> None:
    """The answer used to be to use it in one meld, as the player had done."""
    refused(position("5H 7H XR KD QD 2C 3C"), "lay 5H XR 7H XR", "red joker only once; use it no more often")


def test_a_card_held_twice_can_be_laid_only_twice() -> None:
    """A player who held both used to read that they held the card only once."""
    state = position("KS KS KH KD KC QS JS 2C")
    refused(state, "lay KS KH KD / KS KH KC / JS QS KS", "king of spades only twice")
    allowed(position("KS KH KD QD JD KD 3C"), "lay KS KH KD / JD QD KD")


def test_an_invalid_meld_is_refused_with_its_reason() -> None:
    state = position("5H XR XR 8H 5D 5C XB 2C", laid_down=True)
    refused(state, "lay 5H XR XR 8H", "three neighbouring cards")
    refused(state, "lay 5H 5D XR", "missing suit of its own colour")
    refused(state, "lay 5H 8H 5D", "neither a set")
    with pytest.raises(IllegalActionError, match="at least one meld"):
        GAME.apply(state, 0, LayDown(()))


@pytest.mark.parametrize("meld", ["5H 5C XR XB", "2D 3D XR XR", "XR 5D 6D XR"])
def test_melds_of_four_with_two_jokers_may_be_laid_at_once(meld: str) -> None:
    assert table(allowed(position(f"{meld} KC", laid_down=True), f"lay {meld}")) == [meld]


def test_a_new_set_of_three_has_at_most_one_joker() -> None:
    state = position("5H 5C XR XB KC", laid_down=True)
    refused(state, "lay 5H XR XB", "at least two natural cards")
    allowed(state, "lay 5H 5C XB XR")
    allowed(state, "lay 5H 5C XR")


def test_further_melds_in_the_same_turn_may_have_any_value() -> None:
    state = allowed(position("KS KH KD KC 2C 3C 4C 7D 2H 2D 2S"), "lay KS KH KD KC")
    state = allowed(state, "lay 2C 3C 4C")
    assert table(allowed(state, "lay 2S 2H 2D")) == ["KS KH KD KC", "2C 3C 4C", "2S 2H 2D"]
