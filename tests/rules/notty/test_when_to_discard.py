"""Which groups should go now, and when they are worth more in the hand."""

from __future__ import annotations

from typing import Any

import pytest

from bot.rules.cards import format_cards
from bot.rules.notty import GAME
from bot.rules.notty.solver.when_to_discard import groups_to_discard, one_more_sheds
from tests.rules.notty.positions import hand, position

GROUPS = "R1 R2 R3 B7 G7 Y7"
LAST: dict[str, Any] = {"turns": 39 * 2}
LAST_PASS: dict[str, Any] = {"passes": 5}


def going(*hands: str, **facts: Any) -> list[str]:
    """The groups that the first seat should discard."""
    return [format_cards(group) for group in groups_to_discard(GAME.view(position(*hands, **facts), 0))]


def taken(card: str) -> dict[str, Any]:
    return {"taken": hand(card)[0], "taken_from": 1}


def test_all_groups_go_if_the_whole_hand_can() -> None:
    assert going(GROUPS, "Y4 Y6") == ["R1 R2 R3", "B7 G7 Y7"]
    assert going(GROUPS, "Y4 Y6", hand_limit=8, **LAST_PASS) == ["R1 R2 R3", "B7 G7 Y7"]


def test_groups_are_kept_until_the_whole_hand_can_go() -> None:
    assert going(f"{GROUPS} B9", "Y4 Y6") == []
    assert going("B9 B1", "Y4 Y6") == []


def test_no_group_goes_where_a_pass_wins() -> None:
    assert going(f"{GROUPS} B9", " ".join(f"Y{number} B{number}" for number in range(1, 6)), **LAST_PASS) == []


def test_a_group_goes_where_nothing_can_be_drawn_and_a_pass_would_lose() -> None:
    """The whole deck is in the hands."""
    few = "R2 R2 R3 R3 B1 B1 G1 G1 Y1 Y1"
    many = format_cards(position(few, "").deck)  # no R1 can go
    assert len(going(many, few, **LAST_PASS)) == 1
    assert going(few, many, **LAST_PASS) == []


@pytest.mark.parametrize(
    ("limit", "facts", "other", "groups"),
    [
        (8, {}, "Y4 Y6", 1),  # only one card fits
        (9, {}, "Y4 Y6", 0),
        (9, {"drawn": hand("B9")}, "Y4 Y6", 1),  # three do not fit next time
        (9, {"drawn": hand("B9")}, "Y4 B8", 1),
        (9, {"drawn": hand("B9")}, "Y4 B6 G9 R9", 1),
        (9, {"drawn": hand("B9")}, "B8", 1),  # a last card is not taken
        (10, {"drawn": hand("B9")}, "Y4 Y6", 0),
    ],
)
def test_a_group_goes_where_there_is_too_little_room(
    limit: int, facts: dict[str, Any], other: str, groups: int
) -> None:
    assert len(going(f"{GROUPS} B9", other, hand_limit=limit, **facts)) == groups


def test_no_group_makes_room_before_a_card_is_taken_that_could_end_the_game() -> None:
    crowded = {"hand_limit": 9, "drawn": hand("B9")}
    assert going("R1 R2 R3 B7 G7", "Y7 R9", **crowded) == []
    assert going("R1 R2 R3 B7 G7", "Y7", hand_limit=6, drawn=hand("B7")) == ["R1 R2 R3"]
    assert going("R1 R2 R3 B7 G7", "Y7 R9", hand_limit=6, drawn=hand("B7"), **taken("G7")) == ["R1 R2 R3"]
    assert going("R1 R2 R3 B7 G7", "Y7 R9", hand_limit=5, drawn=hand("B7")) == ["R1 R2 R3"]  # none fits
    assert going("R1 R2 R3 B7 G7", "Y7 R9", hand_limit=6, drawn=hand("B7")) == []


def test_in_the_last_round_groups_go_once_no_card_helps() -> None:
    """A card drawn or taken leaves fewer cards on average if it often completes a group with more than itself."""
    fits = "R2 R3 B7 G7 Y1 Y2 Y3"
    assert one_more_sheds(GAME.view(position(fits, "R1 R4", **LAST), 0))
    assert going(fits, "R1 R4", **LAST) == []  # taken
    assert going(fits, "R1 R4", **LAST, **taken("Y1"), drawn=hand("Y2")) == ["Y1 Y2 Y3"]
    assert going(fits, "R9 B1", **LAST, drawn=hand("Y2")) == ["Y1 Y2 Y3"]
    assert going("R1 R2 R3 B9", "Y4 B1", **LAST) == ["R1 R2 R3"]


def test_in_the_last_round_a_draw_comes_first_if_it_helps() -> None:
    pairs = "R1 R2 R4 R5 R7 R8 Y1 Y2 Y4 Y5 Y7 Y8 B1"
    assert going(pairs, "G9 G10", **LAST, **taken("R1")) == []
    assert going(pairs, "G9 G10", **LAST, **taken("R1"), drawn=hand("R1")) == ["R1 B1 Y1"]
