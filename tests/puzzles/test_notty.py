"""In how many ways a hand of Notty is divided into groups, against the rules themselves."""

from __future__ import annotations

import pytest

from bot.puzzles.kinds import KINDS
from bot.puzzles.notty import ways
from bot.puzzles.puzzle import Attempt
from bot.rules.cards import Card, parse_cards, without
from bot.rules.notty.melds import is_valid_group
from tests.puzzles.ready import READY


def divisions(hand: tuple[Card, ...]) -> int:
    """In how many ways a hand is divided into groups: the lowest card with every subset of the others."""
    if not hand:
        return 1
    first, others = hand[0], hand[1:]
    found = set()
    for mask in range(1 << len(others)):
        group = (first, *(card for place, card in enumerate(others) if mask >> place & 1))
        if is_valid_group(group):
            found.add(tuple(sorted(group)))
    return sum(divisions(without(hand, *group)) for group in found)


@pytest.mark.parametrize(
    "hand", ["R3 R4 R5 R6 B6 G6", "R1 R2 R3 B1 B2 B3 G1 G2 G3", "R1 R2 R3 R4 R5 R6", "R1 R1 R2 R2 R3 R3", "R1 R2 B3"]
)
def test_divisions_of_a_hand_are_counted(hand: str) -> None:
    cards = tuple(sorted(parse_cards(hand)))
    assert ways(cards, 100) == divisions(cards)


def test_a_puzzle_of_notty_has_one_division() -> None:
    puzzle = next(it for it in READY if it.kind == "notty-empty")
    attempt = Attempt.begin(puzzle, KINDS[puzzle.kind])
    assert ways(attempt.view.hand, 5) == 1
