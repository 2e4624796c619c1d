"""The text forms of Three Thirteen: tolerant when read, precise when refused."""

from __future__ import annotations

import pytest

from bot.rules.cards import parse_card
from bot.rules.errors import InvalidActionError
from bot.rules.three_thirteen import GAME
from bot.rules.three_thirteen.actions import Discard, DrawDiscard, DrawStock


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("draw stock", DrawStock()),
        ("  DRAW   Stock ", DrawStock()),
        ("draw discard", DrawDiscard()),
        ("Discard 0c", Discard(parse_card("0C"))),
        ("discard 10C", Discard(parse_card("0C"))),
        ("discard\tAS", Discard(parse_card("AS"))),
    ],
)
def test_parsing_tolerates_case_and_spacing(text: str, action: object) -> None:
    assert GAME.parse_action(text) == action


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("draw", "Say where to draw from"),
        ("draw pile", "Say where to draw from"),
        ("draw stock now", "Say where to draw from"),
        ("discard", "one card to discard"),
        ("discard 4C 5C", "one card to discard"),
        ("discard 1C", "“1c” is not a card"),
        ("discard XX", "has no joker"),
        ("discard B4", "has no blue 4"),
        ("end", "“end” is not possible in Three Thirteen"),
        ("", "is not possible in Three Thirteen"),
    ],
)
def test_unreadable_text_is_refused_with_advice(text: str, sentence: str) -> None:
    with pytest.raises(InvalidActionError, match=sentence):
        GAME.parse_action(text)


def test_actions_are_formatted_in_their_text_forms() -> None:
    actions = (DrawStock(), DrawDiscard(), Discard(parse_card("10h")))
    assert [GAME.format_action(action) for action in actions] == ["draw stock", "draw discard", "discard 0H"]


def test_objects_that_are_not_actions_have_no_text_form() -> None:
    with pytest.raises(InvalidActionError, match="cannot do that in"):
        GAME.format_action("draw stock")  # type: ignore[arg-type]
