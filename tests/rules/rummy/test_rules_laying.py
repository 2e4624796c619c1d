"""Rummy's laying down, laying off and swapping, sentence by sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.rules.cards import format_cards, parse_cards
from bot.rules.errors import AmbiguousActionError, IllegalActionError
from bot.rules.rummy import GAME, fits, lay_offs, swaps
from bot.rules.rummy.actions import LayDown, LayOff, Swap
from tests.rules.rummy.positions import is_legal, play, position

if TYPE_CHECKING:
    from bot.rules.rummy.state import State

WHOLE_SUIT = "AS 2S 3S 4S 5S 6S 7S 8S 9S 0S JS QS KS"


def table(state: State) -> list[str]:
    return [format_cards(meld) for meld in state.melds]


def refused(state: State, text: str, reason: str, error: type[Exception] = IllegalActionError) -> None:
    """Check that the action is refused for that reason, and that the list of legal actions says the same."""
    assert not is_legal(state, text)
    with pytest.raises(error, match=reason):
        play(state, text)


def allowed(state: State, text: str) -> State:
    """The state after an action that the list of legal actions holds."""
    assert is_legal(state, text)
    assert GAME.parse_action(text) in list(GAME.legal_actions(state))
    return play(state, text)


# --- the first laying down -----------------------------------------------------------------------------------


@pytest.mark.parametrize("first", range(1, 6))
def test_laying_down_is_allowed_from_the_option_s_round_on(first: int) -> None:
    for number in range(1, 7):
        state = position("KS KH KD KC 2C", round_number=number, first_laydown_round=first)
        if number < first:
            refused(state, "lay KS KH KD KC", f"begins in round {first}, and this is round {number}")
        else:
            allowed(state, "lay KS KH KD KC")


def test_by_default_laying_down_is_allowed_after_round_2() -> None:
    refused(position("KS KH KD KC 2C", round_number=2), "lay KS KH KD KC", "begins in round 3")
    allowed(position("KS KH KD KC 2C", round_number=3), "lay KS KH KD KC")


def test_cards_are_laid_only_after_the_draw() -> None:
    state = play(position("KS KH KD KC 2C 3C"), "discard 3C")
    with pytest.raises(IllegalActionError, match="Draw a card first"):
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


def test_not_in_two_actions() -> None:
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
    assert LayDown((parse_cards("5C 2C 4C 3C"), parse_cards("KD KS KH"))) in legal  # as written by a program
    after = GAME.apply(state, 0, LayDown((parse_cards("5C 2C 4C 3C"), parse_cards("KD KS KH"))))
    assert after == GAME.apply(state, 0, ordered)


# --- one card is kept ----------------------------------------------------------------------------------------


def test_the_whole_hand_cannot_be_laid_down() -> None:
    state = position("KS KH KD KC")
    refused(state, "lay KS KH KD KC", "keep one card for the discard")
    assert {type(action).__name__ for action in GAME.legal_actions(state)} == {"Discard"}


def test_the_last_card_cannot_be_laid_off() -> None:
    state = position("5C", melds=("5S 5H 5D",), laid_down=True)
    refused(state, "layoff 5C 1", "keep your last card")
    assert [GAME.format_action(action) for action in GAME.legal_actions(state)] == ["discard 5C"]


# --- what is laid must be in the hand ------------------------------------------------------------------------


def test_only_cards_of_the_hand_can_be_laid_down() -> None:
    refused(position("KS KH KD 2C"), "lay KS KH KD KC", "do not hold the king of clubs")


def test_one_card_serves_one_meld_only() -> None:
    state = position("KS KH KD QD JD 2C 3C")
    refused(state, "lay KS KH KD / JD QD KD", "king of diamonds only once")
    refused(position("KS KH QD KD XR 2C 3C"), "lay KS KH XR / QD KD XR", "red joker only once")
    allowed(position("KS KH KD QD JD KD 3C"), "lay KS KH KD / JD QD KD")


def test_what_is_no_meld_is_refused_with_the_reason() -> None:
    state = position("5H XR XR 8H 5D 5C XB 2C", laid_down=True)
    refused(state, "lay 5H XR XR 8H", "three neighbouring cards")
    refused(state, "lay 5H 5D XR", "missing suit of its own colour")
    refused(state, "lay 5H 8H 5D", "neither a set")
    with pytest.raises(IllegalActionError, match="at least one meld"):
        GAME.apply(state, 0, LayDown(()))


@pytest.mark.parametrize("meld", ["5H 5C XR XB", "2D 3D XR XR", "XR 5D 6D XR"])
def test_these_melds_of_four_may_be_laid_at_once(meld: str) -> None:
    assert table(allowed(position(f"{meld} KC", laid_down=True), f"lay {meld}")) == [meld]


def test_a_newly_laid_set_of_three_holds_at_most_one_joker() -> None:
    state = position("5H 5C XR XB KC", laid_down=True)
    refused(state, "lay 5H XR XB", "at least two natural cards")
    allowed(state, "lay 5H 5C XB XR")
    allowed(state, "lay 5H 5C XR")


# --- after having laid down ----------------------------------------------------------------------------------


def test_further_melds_may_have_any_value_in_the_same_turn_and_later() -> None:
    state = allowed(position("KS KH KD KC 2C 3C 4C 7D 2H 2D 2S"), "lay KS KH KD KC")
    state = allowed(state, "lay 2C 3C 4C")
    assert table(allowed(state, "lay 2S 2H 2D")) == ["KS KH KD KC", "2C 3C 4C", "2S 2H 2D"]


def test_before_laying_down_nothing_can_be_laid_off_or_swapped() -> None:
    state = position("5C 7S", melds=("5S 5H 5D", "6S XB 8S"))
    refused(state, "layoff 5C 1", "only after you have laid down")
    refused(state, "swap 7S 2", "only after you have laid down")


def test_cards_are_laid_off_on_anybody_s_melds_from_the_same_turn_on() -> None:
    state = position("KS KH KD KC 5C 7D", melds=("5S 5H 5D",))
    state = allowed(state, "lay KS KH KD KC")
    state = allowed(state, "layoff 5C 1")
    assert table(state) == ["5S 5H 5D 5C", "KS KH KD KC"]
    assert state.meld_owners == (1, 0)
    assert format_cards(state.hands[0]) == "7D"


def test_melds_are_numbered_in_laying_order_and_keep_their_numbers() -> None:
    state = position("KS KH KD QS JS 0S 9C 2C", melds=("5S 5H 5D",), laid_down=True)
    state = play(state, "lay KS KH KD", "lay 0S JS QS")
    assert table(state) == ["5S 5H 5D", "KS KH KD", "0S JS QS"]


@pytest.mark.parametrize("number", [0, 2, 9])
def test_a_meld_that_is_not_there_is_named(number: int) -> None:
    refused(position("5C 7S", melds=("5S 5H 5D",), laid_down=True), f"layoff 5C {number}", "numbered 1 to 1")


def test_only_cards_of_the_hand_can_be_laid_off_or_swapped() -> None:
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
    refused(state, f"layoff {card} 1 low", "one place of meld 1 only; leave out “low”")
    refused(state, f"layoff {card} 1 high", "leave out “high”")


@pytest.mark.parametrize(
    ("meld", "card"),
    [
        ("5S 5H 5D", "5S"),
        ("5S 5H 5D", "6C"),
        ("5S 5H 5D", "XR"),
        ("5S 5H XR", "5D"),  # that is what the joker stands for
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
def test_a_card_that_fits_both_ends_of_a_run_needs_low_or_high(
    meld: str, card: str, low: str, high: str
) -> None:
    state = position(f"{card} 0D", melds=(meld,), laid_down=True)
    refused(state, f"layoff {card} 1", "add “low” or “high”", AmbiguousActionError)
    assert table(allowed(state, f"layoff {card} 1 low")) == [low]
    assert table(allowed(state, f"layoff {card} 1 high")) == [high]
    with pytest.raises(IllegalActionError, match="no end of a run"):
        GAME.apply(state, 0, LayOff(*parse_cards(card), 1, "left"))


def test_a_card_that_fits_several_melds_goes_where_the_player_says() -> None:
    state = position("5S 9D", melds=("5H 5D 5C", "6S 7S 8S"), laid_down=True)
    assert table(allowed(state, "layoff 5S 1")) == ["5S 5H 5D 5C", "6S 7S 8S"]
    assert table(allowed(state, "layoff 5S 2")) == ["5H 5D 5C", "5S 6S 7S 8S"]


# --- swapping ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("meld", "card", "result", "joker"),
    [
        ("6S XB 8S", "7S", "6S 7S 8S", "XB"),
        ("XR 5D 6D XR", "4D", "4D 5D 6D XR", "XR"),
        ("XR 5D 6D XR", "7D", "XR 5D 6D 7D", "XR"),
        ("XB 2S 3S", "AS", "AS 2S 3S", "XB"),
        ("QS KS XB", "AS", "QS KS AS", "XB"),
        ("AS 2S 3S 4S 5S 6S 7S 8S 9S 0S JS QS KS XB", "AS", f"{WHOLE_SUIT} AS", "XB"),
        ("5S 5H XR", "5D", "5S 5H 5D", "XR"),
        ("5S 5C XR", "5H", "5S 5H 5C", "XR"),
        ("5S 5C XR XR", "5D", "5S 5D 5C XR", "XR"),
        ("5H 5C XR XB", "5S", "5S 5H 5C XR", "XB"),
    ],
)
def test_a_natural_card_takes_the_place_of_the_joker_that_stands_for_it(
    meld: str, card: str, result: str, joker: str
) -> None:
    state = position(f"{card} 0D", melds=(meld,), laid_down=True)
    after = allowed(state, f"swap {card} 1")
    assert table(after) == [result]
    assert format_cards(after.hands[0]) == f"0D {joker}"
    refused(state, f"swap {card} 1 low", "leave out “low”")


@pytest.mark.parametrize(
    ("meld", "card"),
    [("6S XB 8S", "7C"), ("6S XB 8S", "6S"), ("6S 7S 8S", "7S"), ("5S 5H XR", "5C"), ("5S 5H XR", "5H"),
     ("5S 5H XR", "6D"), ("6S XB 8S", "XB"), ("5S 5H XR", "XR")],
)  # fmt: skip
def test_a_card_for_which_no_joker_stands_is_not_swapped(meld: str, card: str) -> None:
    refused(
        position(f"{card} 0D", melds=(meld,), laid_down=True),
        f"swap {card} 1",
        "No joker in meld 1 stands for",
    )


def test_an_ace_that_both_end_jokers_stand_for_needs_low_or_high() -> None:
    middle = "2S 3S 4S 5S 6S 7S 8S 9S 0S JS QS KS"
    state = position("AS 0D", melds=(f"XB {middle} XB",), laid_down=True)
    refused(state, "swap AS 1", "add “low” or “high”", AmbiguousActionError)
    assert table(allowed(state, "swap AS 1 low")) == [f"AS {middle} XB"]
    assert table(allowed(state, "swap AS 1 high")) == [f"XB {middle} AS"]


def test_the_joker_may_be_used_at_once_or_kept() -> None:
    state = position("7S 2H 3H 9D", melds=("6S XB 8S", "0C JC QC"), laid_down=True)
    swapped = play(state, "swap 7S 1")
    used = allowed(swapped, "layoff XB 2 high")
    assert table(used) == ["6S 7S 8S", "0C JC QC XB"]
    assert play(swapped, "discard 9D").hands[0] == parse_cards("2H 3H XB")


def test_a_swap_is_legal_with_the_last_card_and_the_joker_is_then_the_discard() -> None:
    state = position("7S", melds=("6S XB 8S", "0C JC QC"), laid_down=True)
    after = allowed(state, "swap 7S 1")
    assert [GAME.format_action(action) for action in GAME.legal_actions(after)] == ["discard XB"]
    won = play(after, "discard XB")
    assert GAME.outcome(won).ranks == (1, 2)


def test_a_natural_card_beside_a_joker_of_either_suit_is_laid_off_or_swapped_as_the_player_says() -> None:
    state = position("5H 0D", melds=("5S 5C XR",), laid_down=True)
    assert table(allowed(state, "layoff 5H 1")) == ["5S 5H 5C XR"]
    assert table(allowed(state, "swap 5H 1")) == ["5S 5H 5C"]


# --- what fits a table, for hints and computer players -------------------------------------------------------


def test_the_lay_offs_and_swaps_of_a_hand_are_listed_for_any_table() -> None:
    melds = (parse_cards("6S 7S XB"), parse_cards("5S 5C XR"))
    hand = parse_cards("5S 5H 8S XB XB 2C")
    assert lay_offs(hand, melds) == [
        LayOff(*parse_cards("5S"), 1),
        LayOff(*parse_cards("XB"), 1, "low"),
        LayOff(*parse_cards("XB"), 1, "high"),
        LayOff(*parse_cards("5H"), 2),
    ]
    assert swaps(hand, melds) == [Swap(*parse_cards("8S"), 1), Swap(*parse_cards("5H"), 2)]
    assert lay_offs(parse_cards("KD"), melds) == swaps(parse_cards("KD"), melds) == []


def test_only_melds_take_cards() -> None:
    with pytest.raises(ValueError, match="no meld"):
        fits(parse_cards("5S 9S 6S"))
