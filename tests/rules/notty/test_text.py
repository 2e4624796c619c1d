"""Notty's text forms: tolerant when read, precise when refused."""

from __future__ import annotations

import pytest

from bot.rules.cards import parse_cards
from bot.rules.errors import InvalidActionError
from bot.rules.notty import GAME
from bot.rules.notty.actions import END, Discard, Draw, Take


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("draw 3", Draw(3)),
        (" DRAW   1 ", Draw(1)),
        ("take 2", Take(1)),
        ("discard B4 B5 B6", Discard(parse_cards("B4 B5 B6"))),
        ("Discard b6, B4,b5", Discard(parse_cards("B4 B5 B6"))),
        ("discard\tr10 b10 g10", Discard(parse_cards("R10 B10 G10"))),
        ("End", END),
    ],
)
def test_parsing_tolerates_case_spacing_and_order(text: str, action: object) -> None:
    assert GAME.parse_action(text) == action


def test_groups_are_written_in_sorted_order() -> None:
    """Equal groups are equal actions with a single text form."""
    action = Discard(parse_cards("Y7 R7 G7"))
    assert action == Discard(parse_cards("R7 G7 Y7"))
    assert GAME.format_action(action) == "discard R7 G7 Y7"


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("draw", "how many cards to draw"),
        ("draw four", "how many cards to draw"),
        ("draw 1 2", "how many cards to draw"),
        ("take", "which player to take from"),
        ("take bob", "which player to take from"),
        ("take 1234", "which player to take from"),
        ("take ²", "which player to take from"),
        ("discard", "by colour and number"),
        ("discard B4 B5 B11", "by colour and number"),
        ("discard 4C 5C 6C", "by colour and number"),
        ("end now", "is not possible in Notty"),
        ("fly", "is not possible in Notty"),
    ],
)
def test_unreadable_text_is_refused_with_advice(text: str, advice: str) -> None:
    with pytest.raises(InvalidActionError, match=advice):
        GAME.parse_action(text)


def test_actions_of_other_games_have_no_text_form() -> None:
    with pytest.raises(InvalidActionError, match="cannot do that in"):
        GAME.format_action("draw 3")  # type: ignore[arg-type]
