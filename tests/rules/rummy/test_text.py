"""Rummy's one-line text forms."""

from __future__ import annotations

import pytest

from bot.rules.cards import parse_card
from bot.rules.errors import InvalidActionError
from bot.rules.rummy import GAME
from bot.rules.rummy.actions import DRAW_DISCARD, DRAW_STOCK, Discard, LayOff, Swap, lay_down

FORMS = [
    "draw stock",
    "draw discard",
    "lay 5H 5D 5C",
    "lay 7S 8S 9S / 5H 5D 5C",
    "lay XR 5D 6D XR",
    "layoff 0C 2",
    "layoff XR 2 low",
    "layoff XB 12 high",
    "swap 7H 3",
    "swap AS 1 low",
    "discard KC",
    "discard XB",
]


@pytest.mark.parametrize("text", FORMS)
def test_every_text_form_round_trips(text: str) -> None:
    assert GAME.format_action(GAME.parse_action(text)) == text


def test_text_forms_parse_to_the_right_actions() -> None:
    ten, seven, red = parse_card("0C"), parse_card("7H"), parse_card("XR")
    assert GAME.parse_action("draw stock") == DRAW_STOCK
    assert GAME.parse_action("draw stock") != DRAW_DISCARD
    assert GAME.parse_action("draw discard") == DRAW_DISCARD
    assert GAME.parse_action("layoff 0C 2") == LayOff(ten, 2)
    assert GAME.parse_action("layoff XR 2 low") == LayOff(red, 2, "low")
    assert GAME.parse_action("swap 7H 3") == Swap(seven, 3)
    assert GAME.parse_action("discard 7H") == Discard(seven)
    assert GAME.parse_action("lay 7H 7H 7H") == lay_down([[seven] * 3])


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("  DRAW   Stock ", "draw stock"),
        ("lay 5c,5h , 5d", "lay 5H 5D 5C"),
        ("lay 5h 5d 5c/7s 8s 9s", "lay 7S 8S 9S / 5H 5D 5C"),
        ("LAY 9s 8s 7s / 5d 5c 5h", "lay 7S 8S 9S / 5H 5D 5C"),
        ("lay off 10c #2", "layoff 0C 2"),
        ("Layoff xr 2 HIGH", "layoff XR 2 high"),
        ("discard 10c", "discard 0C"),
    ],
)
def test_parsing_tolerates_case_spacing_and_order(text: str, plain: str) -> None:
    assert GAME.format_action(GAME.parse_action(text)) == plain


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "not possible in Rummy"),
        ("fold", "not possible in Rummy.*draw"),
        ("draw", "where to draw from"),
        ("draw 3", "where to draw from"),
        ("lay", "Name the cards of each meld"),
        ("lay /", "Name the cards of each meld"),
        ("lay 5H 5D 5C /", "Name the cards of each meld"),
        ("lay 5H 5D hello", "“hello” is not a card"),
        ("lay 5H 5D XX", "a red and a black joker"),
        ("discard B4", "has no blue 4"),
        ("layoff 0C", "one card and the number of a meld"),
        ("layoff 0C two", "one card and the number of a meld"),
        ("layoff 0C 2 middle", "one card and the number of a meld"),
        ("layoff 0C 99999", "one card and the number of a meld"),
        ("layoff 0C ٣", "one card and the number of a meld"),
        ("swap 7H 8H 3", "the number of a meld"),
        ("discard", "one card to discard"),
        ("discard KC KD", "one card to discard"),
    ],
)
def test_unreadable_text_is_refused_with_a_reason(text: str, reason: str) -> None:
    with pytest.raises(InvalidActionError, match=reason):
        GAME.parse_action(text)


def test_objects_that_are_not_actions_have_no_text_form() -> None:
    with pytest.raises(InvalidActionError, match="cannot do that in"):
        GAME.format_action("draw stock")  # type: ignore[arg-type]
