"""The one-line text forms of Huxxy's actions."""

from __future__ import annotations

import pytest

from bot.rules.cards import parse_card
from bot.rules.errors import InvalidActionError
from bot.rules.huxxy import GAME
from bot.rules.huxxy.actions import DRAW, END_TURN, RESET, UNDO, Move, Play

FOUR, TWO = parse_card("4C"), parse_card("2C")
FORMS = {
    "draw": DRAW,
    "play 4C new": Play(FOUR, None),
    "play 4C 2": Play(FOUR, 2),
    "move 2C 1 new": Move(TWO, 1, None),
    "move 2C 1 3": Move(TWO, 1, 3),
    "play XX 12": Play(parse_card("XX"), 12),
    "undo": UNDO,
    "reset": RESET,
    "end": END_TURN,
}


@pytest.mark.parametrize(("text", "action"), FORMS.items())
def test_every_text_form_round_trips(text: str, action: object) -> None:
    assert GAME.parse_action(text) == action
    assert GAME.format_action(action) == text


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("  DRAW ", "draw"),
        ("draw from the stock", "draw"),
        ("Play 4c NEW", "play 4C new"),
        ("play 10c to group 2", "play 0C 2"),
        ("move 2c  from 1 to new", "move 2C 1 new"),
    ],
)
def test_parsing_tolerates_case_spacing_and_filler_words(text: str, plain: str) -> None:
    assert GAME.format_action(GAME.parse_action(text)) == plain


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "is not possible in Huxxy"),
        ("dance", "is not possible in Huxxy"),
        ("draw discard", "only from the stock"),
        ("draw 2", "only from the stock"),
        ("play", "Name a card in your hand"),
        ("play 4C", "Name a card in your hand"),
        ("move 2C 1", "Name a card on the table"),
        ("play ZZ new", "is not a card"),
        ("play 4C 0", "is not a group"),
        ("play 4C -1", "is not a group"),
        ("play 4C ²", "is not a group"),
        ("play 4C 123456", "is not a group"),
        ("move 2C new 1", "is not a group"),
    ],
)
def test_unreadable_text_is_refused_with_a_reason(text: str, why: str) -> None:
    with pytest.raises(InvalidActionError, match=why):
        GAME.parse_action(text)
