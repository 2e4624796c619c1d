"""Small words and card faces."""

from __future__ import annotations

import doctest

import pytest

from bot.render import cards, words
from bot.render.cards import face, full_name, in_order
from bot.render.cast import Cast
from bot.render.words import fitted, plain
from bot.rules.cards import parse_card, parse_cards


@pytest.mark.parametrize("module", [cards, words])
def test_examples_in_docstrings(module: object) -> None:
    """They are run."""
    assert doctest.testmod(module).failed == 0  # type: ignore[arg-type]


def test_a_wild_card_has_a_star_and_says_so() -> None:
    """Told by shape, and by word where it is read out."""
    card = parse_card("5H")
    assert face(card, "5").endswith("★")
    assert "★" not in face(card, "6")
    assert full_name(card, "5") == "5 of hearts (wild)"


def test_suits_are_plain_signs() -> None:
    """As an emoji a black suit can hardly be seen on a dark background."""
    assert face(parse_card("0S")) == "10♠\ufe0e"


def test_two_orders_of_a_hand() -> None:
    """By suit with black and red in turn, or by rank."""
    hand = parse_cards("2C KS 2H")
    assert [str(card) for card in in_order(hand, "suit")] == ["KS", "2H", "2C"]
    assert [str(card) for card in in_order(hand, "rank")] == ["2H", "2C", "KS"]


def test_names_are_plain_text() -> None:
    """No markdown, no mention, no line break, and right-to-left letters keep to themselves."""
    assert plain("*a* <@1>\nb") == "\\*a\\* \\<\\@1\\> b"
    assert plain("שם") == "\u200e\u2068שם\u2069"
    assert plain("  ") == "somebody"


def test_cut_texts_say_so() -> None:
    """With an ellipsis."""
    assert fitted("abcdef", 4) == "abc…"
    assert fitted("abc", 4) == "abc"


def test_computer_players_are_marked() -> None:
    """So that nobody takes one for a person."""
    cast = Cast(("Ada", "Ben"), ("classic", None))
    assert cast.name(0) == "🤖 **Ada**"
    assert cast.name(1) == "**Ben**"
