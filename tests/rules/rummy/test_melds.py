"""Sets and runs: which cards are melds, what they are worth, how they are written, and why others are refused."""

from __future__ import annotations

from itertools import combinations, permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.rules.cards import (
    BLACK_JOKER,
    RED_JOKER,
    STANDARD_PACK,
    Card,
    format_cards,
    parse_card,
    parse_cards,
)
from bot.rules.rummy import (
    hand_points,
    is_full,
    is_set,
    is_valid_run,
    is_valid_set,
    meld_value,
    run_start,
)
from bot.rules.rummy.melds import CARD_AT, canonical_meld, why_no_meld
from tests.soaking import bounded

NATURAL = {(card.suit, card.value): card for card in STANDARD_PACK}
DECK = (*STANDARD_PACK, RED_JOKER, BLACK_JOKER)


def set_by_substitution(cards: tuple[Card, ...]) -> bool:
    """Apply the rule book's sentence by trying all cards that every joker can stand for."""
    naturals = [card for card in cards if not card.is_joker]
    if len(cards) not in (3, 4) or len(naturals) < 2:
        return False
    choices = [
        [card] if not card.is_joker else [other for other in STANDARD_PACK if other.is_black == card.is_black]
        for card in cards
    ]
    value = naturals[0].value
    choices = [[card for card in options if card.value == value] for options in choices]
    return any(len({card.suit for card in stands}) == len(stands) for stands in product(*choices))


def run_by_substitution(cards: tuple[Card, ...]) -> int | None:
    """Return the value of the run that these cards form in this order, compared with every stretch of every suit."""
    for suit, start in product("SHDC", range(1, 15)):
        wanted = [NATURAL[suit, (p - 1) % 13 + 1] for p in range(start, start + len(cards))]
        fits = start + len(cards) - 1 <= 14 and all(
            held == want or (held.is_joker and held.is_black == want.is_black)
            for held, want in zip(cards, wanted, strict=True)
        )
        together = any(sum(c.is_joker for c in cards[i : i + 3]) <= 1 for i in range(len(cards) - 2))
        if fits and together:
            return sum(1 if p == 1 else min(p, 10) for p in range(start, start + len(cards)))
    return None


# --- the examples of the rule book ---------------------------------------------------------------------------


@pytest.mark.parametrize("cards", ["5H 5D 5C", "5S 5H 5D 5C", "5H 5C XR XB", "5H 5D XB", "5S 5C XR XR", "AS AH XR"])
def test_a_set_is_three_or_four_of_a_rank_in_different_suits(cards: str) -> None:
    assert is_valid_set(parse_cards(cards))
    assert not is_valid_run(parse_cards(cards))


@pytest.mark.parametrize(
    "cards",
    [
        "5H 5D",
        "5H 5D 6C",
        "5H 5H 5C",
        "5S 5H 5D 5C XR",
        "5H 5D XR",  # no red suit is missing
        "5H 5S XR XR",  # one red suit is missing, and two jokers stand for it
        "5S 5C XB",
        "5H 5D XR XB",
        "5H XR XB",  # one natural card
        "XR XR XB",
        "5H XB XB XR",
        "5H 5D XX",
    ],
)
def test_other_combinations_are_not_a_set(cards: str) -> None:
    assert not is_valid_set(parse_cards(cards))


@pytest.mark.parametrize(
    ("cards", "start"),
    [
        ("AS 2S 3S", 1),
        ("QS KS AS", 12),
        ("2D 3D XR XR", 2),
        ("XR 5D 6D XR", 4),
        ("XB AS 2S", None),
        ("XB XB AS 2S 3S", None),
        ("KS AS 2S", None),
        ("5H XR XR 8H", None),
        ("5H XR 7H", 5),
        ("5H XR 7H XR", 5),
        ("XR XR 7H", None),
        ("5H 6H XB", None),
        ("5H 6H 7D", None),
        ("7H 6H 5H", None),
        ("5H 5H 6H", None),
        ("5H 6H", None),
        ("XB QS KS AS", 11),
        ("QS KS XB", 12),
        ("QS KS XB XB", None),
        ("AS 2S 3S 4S 5S 6S 7S 8S 9S 0S JS QS KS AS", 1),
        ("XB 2S 3S 4S 5S 6S 7S 8S 9S 0S JS QS KS XB", 1),
        ("AS 2S 3S 4S 5S 6S 7S 8S 9S 0S JS QS KS AS 2S", None),
        ("XR 5H XR 7H 8H 9H", 4),
        ("XR 5H XR 8H", None),
        ("AS XB AS", None),
        ("5H 6H XX", None),
        ("R4 R5 R6", None),
    ],
)
def test_a_run_is_consecutive_cards_of_one_suit(cards: str, start: int | None) -> None:
    """Ace low or high, never between; jokers of the suit's colour; three neighbours with at most one joker."""
    assert run_start(parse_cards(cards)) == start
    assert is_valid_run(parse_cards(cards)) == (start is not None)


@pytest.mark.parametrize(
    ("cards", "value"),
    [
        ("2S 3S 4S", 9),
        ("0S JS QS KS", 40),
        ("AS 2S 3S", 6),
        ("QS KS AS", 30),
        ("XB 2S 3S", 6),
        ("QS KS XB", 30),
        ("AS AH AD", 30),
        ("AS AH XR", 30),
        ("5H 5C XR XB", 20),
        ("XR 5D 6D XR", 22),
        ("AS 2S 3S 4S 5S 6S 7S 8S 9S 0S JS QS KS AS", 1 + 54 + 40),
    ],
)
def test_jokers_in_a_meld_count_as_the_cards_they_stand_for(cards: str, value: int) -> None:
    assert meld_value(parse_cards(cards)) == value


def test_the_value_of_an_invalid_meld_is_refused() -> None:
    with pytest.raises(ValueError, match="neither a set"):
        meld_value(parse_cards("5H 6D 9C"))


def test_hand_points_are_face_values_with_ace_10_and_joker_20() -> None:
    assert [hand_points(parse_cards(card)) for card in ("AS", "2H", "9C", "0D", "JS", "QS", "KS", "XR", "XB")] == [
        10, 2, 9, 10, 10, 10, 10, 20, 20,
    ]  # fmt: skip
    assert hand_points(parse_cards("AS XR 2H")) == 32
    assert hand_points(()) == 0


@pytest.mark.parametrize(
    ("cards", "full"),
    [("5S 5H 5D", False), ("5S 5H 5D XB", True), ("AS 2S 3S", False),
     ("AS 2S 3S 4S 5S 6S 7S 8S 9S 0S JS QS KS", False),
     ("AS 2S 3S 4S 5S 6S 7S 8S 9S 0S JS QS KS XB", True)],
)  # fmt: skip
def test_a_set_of_four_and_a_run_of_fourteen_are_full(cards: str, full: bool) -> None:
    meld = parse_cards(cards)
    assert is_full(meld) == full
    assert is_set(meld) == ("5D" in cards)


# --- against substitution ------------------------------------------------------------------------------------


def test_sets_agree_with_substitution() -> None:
    """All selections of two to five cards from two ranks and four jokers, against trying what the jokers stand for."""
    cards = [parse_card(r + s) for r in "56" for s in "SHDC"] + [
        RED_JOKER,
        RED_JOKER,
        BLACK_JOKER,
        BLACK_JOKER,
    ]
    for size in (2, 3, 4, 5):
        for chosen in combinations(cards, size):
            assert is_valid_set(chosen) == set_by_substitution(chosen), format_cards(chosen)


@given(st.data())
@settings(max_examples=bounded(120, 3000), deadline=None)
def test_runs_agree_with_substitution(data: st.DataObject) -> None:
    """Stretches of a suit with some cards replaced, against comparing them with every stretch."""
    suit = data.draw(st.sampled_from("SHDC"))
    start, length = data.draw(st.integers(1, 14)), data.draw(st.integers(2, 15))
    cards = [CARD_AT[suit][(p - 1) % 13 + 1] for p in range(start, start + length)]
    for _ in range(data.draw(st.integers(0, 4))):
        cards[data.draw(st.integers(0, length - 1))] = data.draw(st.sampled_from(DECK))
    expected = run_by_substitution(tuple(cards))
    assert is_valid_run(cards) == (expected is not None), format_cards(cards)
    if expected is not None:
        assert meld_value(cards) == expected


# --- how melds are written -----------------------------------------------------------------------------------


def test_a_set_is_sorted_when_written() -> None:
    for order in permutations(parse_cards("5H 5C XR XB")):
        assert canonical_meld(order) == parse_cards("5H 5C XR XB")


def test_a_run_of_natural_cards_is_ascending_when_written() -> None:
    for order in permutations(parse_cards("0C JC QC KC AC")):
        assert canonical_meld(order) == parse_cards("0C JC QC KC AC")
    assert canonical_meld(parse_cards("3H AH 2H")) == parse_cards("AH 2H 3H")


def test_jokers_stay_where_they_were_laid() -> None:
    assert canonical_meld(parse_cards("XR 5H 6H")) == parse_cards("XR 5H 6H")
    assert canonical_meld(parse_cards("5H 6H XR")) == parse_cards("5H 6H XR")
    assert canonical_meld(parse_cards("XR 6H 5H")) == parse_cards("5H 6H XR")  # laid backwards
    assert canonical_meld(parse_cards("5H 7H XR")) == parse_cards("5H XR 7H")  # no other place


def test_cards_that_are_not_a_meld_keep_their_order() -> None:
    for cards in ("6H XR 5H", "9C 5H", "XR XR", "5H 5H 6H", "6H 5H XB"):
        assert canonical_meld(parse_cards(cards)) == parse_cards(cards)


# --- why not -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        ("5H 5D", "at least three cards"),
        ("5H XR XB", "at least two natural cards"),
        ("5H 6D 9C", "neither a set"),
        ("5S 5H 5D 5C XR", "at most four cards"),
        ("5H 5H 5C", "all be of different suits"),
        ("5H 5D XR", "missing suit of its own colour"),
        ("5H 6H XB", "has the colour of the run's suit"),
        ("AS 2S 3S 4S 5S 6S 7S 8S 9S 0S JS QS KS AS 2S", "at most fourteen cards"),
        ("5H XR XR 8H", "three neighbouring cards"),
        ("KS AS 2S", "never between"),
        ("5H 7H 8H", "consecutive cards"),
        ("5H 6H 6H", "consecutive cards"),
        ("5H 5H XB", "all be of different suits"),  # it used to say which jokers a run takes
    ],
)
def test_every_kind_of_invalid_meld_has_its_own_reason(cards: str, reason: str) -> None:
    assert reason in why_no_meld(parse_cards(cards))
