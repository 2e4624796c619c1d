"""The text forms of 6 Holes: tolerant when read, precise when refused."""

from __future__ import annotations

import pytest

from bot.rules.errors import InvalidActionError
from bot.rules.six_holes import GAME
from bot.rules.six_holes.actions import DISCARD, DRAW, Open, Place, Position, Take


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("open TL", Open(Position.TL)),
        ("OPEN  br ", Open(Position.BR)),
        ("open tm", Open(Position.TM)),
        ("draw", DRAW),
        (" Draw ", DRAW),
        ("draw deck", DRAW),
        ("Draw the Stock", DRAW),
        ("place TM", Place(Position.TM)),
        ("discard", DISCARD),
        ("take bm", Take(Position.BM)),
        ("take b m", Take(Position.BM)),
    ],
)
def test_parsing_tolerates_case_and_spacing(text: str, action: object) -> None:
    assert GAME.parse_action(text) == action


@pytest.mark.parametrize("place", Position)
def test_positions_are_written_in_two_letters(place: Position) -> None:
    assert GAME.format_action(Place(place)) == f"place {place.name}"
    assert GAME.parse_action(f"place {place.name}") == Place(place)


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("open", "Name a position"),
        ("open XX", "Name a position"),
        ("place TL TR", "Name a position"),
        ("take 1", "Name a position"),
        ("discard TL", "do not need to name one"),
        ("draw 3", "only from the deck"),
        ("draw discard", "only from the deck"),
        ("fly", "not possible in 6 Holes"),
        ("", "not possible in 6 Holes"),
    ],
)
def test_unreadable_text_is_refused_with_advice(text: str, advice: str) -> None:
    with pytest.raises(InvalidActionError, match=advice):
        GAME.parse_action(text)


def test_actions_of_other_games_have_no_text_form() -> None:
    with pytest.raises(InvalidActionError, match="cannot do that in"):
        GAME.format_action("draw")  # type: ignore[arg-type]


def test_positions_have_labels_and_partners() -> None:
    assert [place.label for place in Position] == [
        "top left", "top middle", "top right", "bottom left", "bottom middle", "bottom right",
    ]  # fmt: skip
    assert [place.partner.name for place in Position] == ["BL", "BM", "BR", "TL", "TM", "TR"]
