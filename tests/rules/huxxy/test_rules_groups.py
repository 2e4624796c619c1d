"""Huxxy's groups, sentence by sentence, and checked against the literal words of the rule book on random cards."""

from __future__ import annotations

from itertools import pairwise, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.language import speaking
from bot.rules.cards import JOKER, RED_SUITS, STANDARD_PACK, Card, format_cards, parse_cards
from bot.rules.huxxy import is_valid_group
from bot.rules.huxxy.melds import arranged, why_invalid
from tests.rules.huxxy.positions import play, position, refused
from tests.soaking import bounded

WHOLE_RUN = "AS 2H 3S 4H 5S 6H 7S 8H 9S 0H JS QH KS"
SEVEN = "7S 7S 7H 7H 7D 7D 7C"


def valid(text: str) -> bool:
    return is_valid_group(parse_cards(text))


def reason(text: str) -> str:
    why = why_invalid(parse_cards(text))
    assert why is not None
    return why


def test_the_order_of_cards_in_a_group_does_not_matter() -> None:
    for text in ("4S 5H 6S 7D", "9S 9H 9D XX"):
        assert all(is_valid_group(cards) for cards in permutations(parse_cards(text)))


# Runs


@pytest.mark.parametrize("text", ["4S 5H 6S", "4S 5H 6C 7D", "AH 2S 3D", "JS QH KC", WHOLE_RUN])
def test_a_run_is_three_or_more_consecutive_values_of_alternating_colour(text: str) -> None:
    assert valid(text)


@pytest.mark.parametrize("text", ["", "4S", "4S 5H", "4S 4H", "4S XX", "XX"])
def test_a_group_has_at_least_three_cards(text: str) -> None:
    assert not valid(text)
    assert "is too short" in reason(text)


def test_the_values_of_a_run_are_consecutive() -> None:
    """Without a joker, a gap is no matter of colours, even if no single card would fill it."""
    assert not valid("4S 5H 7H")
    assert reason("4S 5H JS") == "is not a run: its values are not consecutive, as a jack follows a 5"
    assert reason("4S 6H 7S") == "is not a run: its values are not consecutive, as a 6 follows a 4"


def test_german_gap_reason_uses_undeclined_ranks() -> None:
    """It used to say “auf ein Bube folgt ein König”, which takes the accusative."""
    with speaking("de"):
        said = reason("0H JS KS")
    assert said == "ist keine Folge: Ihre Werte folgen nicht aufeinander (ein Bube, dann ein König)"


def test_the_colours_of_a_run_alternate() -> None:
    assert not valid("4S 5C 6H")
    assert reason("4D 5H 6C") == "does not alternate colours: the 4 of diamonds and the 5 of hearts are both red"


def test_a_run_has_each_value_once() -> None:
    assert not valid("4S 5H 5D 6S")
    assert "the 5 of hearts and the 5 of diamonds have the same value" in reason("4S 5H 5D 6S")
    assert reason("4S 5H 5H 6S") == "is neither of one value nor a run: it has the 5 of hearts twice"


def test_the_ace_is_only_low_and_no_run_wraps() -> None:
    assert not valid("QS KH AS")
    assert not valid("KH AS 2H")


# N of a kind


@pytest.mark.parametrize("text", ["9S 9H 9D", "9S 9H 9C", "9S 9H 9D 9C"])
def test_three_or_four_of_a_kind_are_of_different_suits(text: str) -> None:
    assert valid(text)


@pytest.mark.parametrize("text", ["9S 9S 9H", "9S 9S 9H 9D", "9S 9S 9H XX"])
def test_up_to_four_of_a_kind_repeat_no_suit(text: str) -> None:
    assert not valid(text)
    assert "has the 9 of spades twice" in reason(text)


def test_five_or_more_of_a_kind_need_all_four_suits() -> None:
    assert valid("9S 9S 9H 9D 9C")
    assert not valid("9S 9S 9H 9H 9D")
    assert not valid("9S 9S 9H 9H 9D 9D")
    assert "missing a suit (clubs)" in reason("9S 9S 9H 9H 9D")
    assert "missing suits (diamonds and clubs)" in reason("9S 9S 9H 9H XX")


def test_there_are_at_most_eight_of_a_kind() -> None:
    assert valid(SEVEN + " 7C")
    assert not valid(SEVEN + " 7C 7S")
    assert "at most 8 of a kind" in reason(SEVEN + " 7C 7S")


def test_cards_of_a_kind_have_one_value() -> None:
    """The reason used to say that of four cards of a value only two have it."""
    assert not valid("9S 9H 9D 9C 0S")
    assert reason("9S 9H 9D 9C 0S") == (
        "is neither of one value nor a run: the 9 of spades and the 9 of hearts have the same value, but not all cards "
        "do"
    )


# Jokers


@pytest.mark.parametrize("text", ["4S XX 6S", "4S 5H XX", "XX QS KH", "9S 9H XX", "9S 9H 9D XX", "9S 9H 9D 9C XX"])
def test_a_joker_stands_for_a_missing_card(text: str) -> None:
    assert valid(text)


def test_a_joker_does_not_make_every_group_valid() -> None:
    assert not valid("4S XX 6H")
    assert "no single card fits between the 4 of spades and the 6 of hearts" in reason("4S XX 6H")
    assert not valid("4S 8S XX")
    assert "not consecutive" in reason("4S 8S XX")
    assert not valid("4S 6S 8S XX")
    assert "not consecutive" in reason("4S 6S 8S XX")


def test_a_group_with_two_jokers_is_invalid() -> None:
    assert not valid("4S 5H 6S XX XX")
    assert "two jokers" in reason("4S 5H 6S XX XX")


def test_a_second_joker_cannot_be_put_into_a_group() -> None:
    state = play(position("XX 3D 9D", "4S XX 6S", "9S 9H 9C", jokers=True), "play 3D 1")
    refused(state, "play XX 1", "Group 1 already has a joker")
    state = play(state, "play XX 2")
    refused(state, "move XX 1 2", "Group 2 already has a joker")


def test_a_joker_may_stand_for_the_twin_of_a_card_in_the_group() -> None:
    """With seven of a kind and a joker, the eighth card is a twin of the one that is there only once."""
    assert valid(SEVEN + " XX")
    assert valid("7S 7H 7D 7C XX")


def test_eight_of_a_kind_and_a_joker_are_not_valid() -> None:
    assert not valid(SEVEN + " 7C XX")
    assert "at most 8 of a kind" in reason(SEVEN + " 7C XX")


def test_ace_to_king_and_a_joker_are_not_valid() -> None:
    assert not valid(WHOLE_RUN + " XX")
    assert "no card for the joker to stand for" in reason(WHOLE_RUN + " XX")
    assert valid(WHOLE_RUN[3:] + " XX")


def test_a_joker_may_be_moved_like_any_card() -> None:
    """What it stands for is never fixed: here it is a five, then a ten."""
    state = position("5H 9C", "4S XX 6S", "0S 0H 0D", jokers=True)
    after = play(state, "play 5H 1", "move XX 1 2", "end")
    assert after.table == (parse_cards("4S 5H 6S"), parse_cards("0S 0H 0D XX"))


def test_a_joker_never_returns_to_a_hand() -> None:
    """Only taking back the play that put it on the table in this turn returns it."""
    state = play(position("5H 9C", "4S XX 6S", jokers=True), "play 5H 1")
    for text in ("undo", "reset"):
        assert JOKER not in play(state, text).hands[0]


# Against the words of the rule book


def by_the_book(cards: tuple[Card, ...]) -> bool:
    """Apply the rule book's sentences one by one, trying every card that a joker can stand for."""
    if JOKER in cards:
        rest = [card for card in cards if card != JOKER]
        return len(rest) == len(cards) - 1 and any(
            rest.count(card) <= 1 and by_the_book((*rest, card)) for card in STANDARD_PACK
        )
    if len(cards) < 3:
        return False
    if len({card.value for card in cards}) == 1:
        suits = {card.suit for card in cards}
        enough = len(suits) == (min(len(cards), 4))
        return enough and all(cards.count(card) <= 2 for card in cards)
    run = sorted(cards, key=lambda card: card.value)
    return all(
        low.value + 1 == high.value and (low.suit in RED_SUITS) != (high.suit in RED_SUITS)
        for low, high in pairwise(run)
    )


DECK = (*STANDARD_PACK, *STANDARD_PACK, JOKER, JOKER)


@st.composite
def likely_groups(draw: st.DrawFn) -> tuple[Card, ...]:
    """Draw cards of few values, or part of a run that may have a card too many or too few."""
    low = draw(st.integers(1, 13))
    high = draw(st.sampled_from([low, low, min(low + 3, 13), min(low + 6, 13), 13]))
    flip = draw(st.booleans())
    wanted = [
        card
        for card in DECK
        if not card.value
        or (low <= card.value <= high and (low == high or ((card.value % 2 == 0) ^ (card.suit in RED_SUITS) ^ flip)))
    ]
    if low < high and draw(st.booleans()):
        wanted = list({card.value: card for card in draw(st.permutations(wanted))}.values())
        drop = draw(st.integers(0, len(wanted)))
        return tuple(wanted[:drop] + wanted[drop + draw(st.integers(0, 1)) :])
    size = draw(st.integers(0, min(10, len(wanted))))
    return tuple(draw(st.permutations(wanted))[:size])


@settings(max_examples=bounded(150, 4000), deadline=None)
@given(likely_groups())
def test_validity_matches_the_rule_book(cards: tuple[Card, ...]) -> None:
    assert is_valid_group(cards) == by_the_book(cards), format_cards(cards)
    assert (why_invalid(cards) is None) == by_the_book(cards)


@settings(max_examples=bounded(120, 3000), deadline=None)
@given(likely_groups())
def test_arranged_puts_a_group_in_one_order(cards: tuple[Card, ...]) -> None:
    kept = arranged(cards)
    assert sorted(kept) == sorted(cards)
    assert arranged(reversed(cards)) == kept
    values = [card.value for card in kept if card.value]
    assert values == sorted(values)
