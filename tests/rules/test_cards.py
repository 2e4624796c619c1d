"""Cards and their notation."""

from __future__ import annotations

import pickle

import pytest

from bot.rules.cards import (
    BLACK_JOKER,
    BLACK_SUITS,
    JOKER,
    NOTTY_PACK,
    RANKS,
    RED_JOKER,
    RED_SUITS,
    STANDARD_PACK,
    SUITS,
    Card,
    format_cards,
    is_card,
    parse_card,
    parse_cards,
    with_card,
    without,
)
from bot.rules.errors import InvalidActionError

EVERY_CARD = (*STANDARD_PACK, JOKER, RED_JOKER, BLACK_JOKER, *dict.fromkeys(NOTTY_PACK))


def test_the_standard_pack_has_every_rank_of_every_suit_once() -> None:
    assert {str(card) for card in STANDARD_PACK} == {rank + suit for rank in RANKS for suit in SUITS}
    assert len(STANDARD_PACK) == 52


def test_nottys_pack_has_every_number_of_every_colour_twice() -> None:
    assert len(NOTTY_PACK) == 80
    assert all(NOTTY_PACK.count(card) == 2 for card in NOTTY_PACK)
    assert {str(card) for card in NOTTY_PACK} == {f"{colour}{number}" for colour in "RBGY" for number in range(1, 11)}


@pytest.mark.parametrize("card", EVERY_CARD, ids=str)
def test_every_card_round_trips_to_the_same_object(card: Card) -> None:
    """A card is read in upper and lower case and with spaces around it, always as the same object."""
    for text in (str(card), str(card).lower(), f" {card} "):
        assert parse_card(text) is card


def test_every_card_has_a_unique_text_name_and_order() -> None:
    assert len({str(card) for card in EVERY_CARD}) == len(EVERY_CARD)
    assert len({card.name for card in EVERY_CARD}) == len(EVERY_CARD)
    assert len({card.order for card in EVERY_CARD}) == len(EVERY_CARD)


@pytest.mark.parametrize("text", ["10C", "10c", " 10C", "0c"])
def test_a_ten_may_be_written_with_one_digit_or_two(text: str) -> None:
    assert str(parse_card(text)) == "0C"


@pytest.mark.parametrize("text", ["", "4", "C", "C4", "4X", "1C", "11C", "100C", "4CC", "ZZ", "B11", "B0", "♠11", "X"])
def test_an_invalid_card_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(InvalidActionError, match="such as K♠ or 10♥"):
        parse_card(text)


def test_the_error_for_a_long_text_is_short() -> None:
    with pytest.raises(InvalidActionError) as caught:
        parse_card("x" * 5000)
    assert len(str(caught.value)) < 200


def test_several_cards_are_parsed_in_order() -> None:
    assert [str(card) for card in parse_cards(" KD, 4c  XX,B4 ")] == ["KD", "4C", "XX", "B4"]
    assert parse_cards("") == ()


def test_format_cards_reverses_parse_cards() -> None:
    text = "AS 0H KC XR B10"
    assert format_cards(parse_cards(text)) == text


@pytest.mark.parametrize(
    ("text", "value", "rank", "suit", "name"),
    [
        ("AS", 1, "A", "S", "ace of spades"),
        ("0H", 10, "0", "H", "10 of hearts"),
        ("KC", 13, "K", "C", "king of clubs"),
        ("7D", 7, "7", "D", "7 of diamonds"),
        ("XX", 0, "X", "X", "joker"),
        ("XR", 0, "X", "R", "red joker"),
        ("B4", 4, "4", "B", "blue 4"),
        ("G10", 10, "10", "G", "green 10"),
    ],
)
def test_a_card_has_a_value_rank_suit_and_name(text: str, value: int, rank: str, suit: str, name: str) -> None:
    card = parse_card(text)
    assert (card.value, card.rank, card.suit, card.name) == (value, rank, suit, name)


def test_black_cards_are_spades_clubs_and_the_black_joker() -> None:
    black = {str(card) for card in (*STANDARD_PACK, JOKER, RED_JOKER, BLACK_JOKER) if card.is_black}
    assert black == {rank + suit for rank in RANKS for suit in "SC"} | {"XB"}
    assert set(BLACK_SUITS) | set(RED_SUITS) == set(SUITS)
    assert not set(BLACK_SUITS) & set(RED_SUITS)


def test_only_jokers_are_jokers() -> None:
    assert [str(card) for card in EVERY_CARD if card.is_joker] == ["XX", "XR", "XB"]


def test_an_invalid_card_still_has_a_repr() -> None:
    """Error messages about invalid cards need a repr that does not raise."""
    assert repr(parse_card("4C")) == "Card(4C)"
    assert repr(Card(999, 1, "?", "?")) == "Card((999, 1, '?', '?'))"


def test_cards_sort_by_suit_then_value() -> None:
    assert format_cards(sorted(parse_cards("XX 2C KS AS 0H 3D"))) == "AS KS 0H 3D 2C XX"


def test_without_removes_only_one_of_twin_cards() -> None:
    hand = parse_cards("4C 4C 5C")
    assert without(hand, parse_card("4C")) == parse_cards("4C 5C")
    assert without(hand, *parse_cards("4C 5C 4C")) == ()
    with pytest.raises(ValueError, match="not in list"):
        without(hand, parse_card("6C"))


def test_adding_a_card_keeps_the_hand_sorted() -> None:
    assert with_card(parse_cards("4C 6C"), parse_card("5C")) == parse_cards("4C 5C 6C")


def test_cards_survive_pickling() -> None:
    assert pickle.loads(pickle.dumps(EVERY_CARD)) == EVERY_CARD  # noqa: S301 - our own bytes


def test_is_card_accepts_only_the_exact_notation() -> None:
    """Text that can be read as a card, such as 10C, need not be in the notation."""
    assert is_card("0C")
    assert is_card("XR")
    assert not is_card("10C")
    assert not is_card("king")
