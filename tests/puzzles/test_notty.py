"""The number of ways to divide a hand of Notty into groups, checked against the rules themselves."""

from __future__ import annotations

import pytest

from bot.puzzles.kinds import attempt_at
from bot.puzzles.notty import EMPTY, luck, ways
from bot.rules.cards import Card, parse_cards, without
from bot.rules.notty.melds import is_valid_group
from tests.puzzles.ready import READY


def divisions(hand: tuple[Card, ...]) -> int:
    """Count the divisions of a hand into groups, by trying the lowest card with every subset of the others."""
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


def test_a_notty_puzzle_has_exactly_one_division() -> None:
    puzzle = next(it for it in READY if it.kind == "notty-empty")
    attempt = attempt_at(puzzle)
    assert ways(attempt.view.hand, 5) == 1


@pytest.mark.parametrize(
    ("hand", "is_one"),
    [
        ("B7 B8 B9 B9 B10 G6 G7 G8 G9 Y6 Y7 Y8 Y9 Y9", True),
        ("G6 G7 G8 Y2 Y3 Y4 Y5 Y6 Y6 Y7 Y8 Y9 Y10", False),  # each colour is divided on its own
        ("R3 B3 G3 G5 G6 G7 Y2 Y3 Y4 Y5 Y5 Y6 Y7 Y8", False),  # the set takes no card from a sequence
    ],
)
def test_a_puzzle_needs_a_set_that_takes_a_card_from_a_sequence(hand: str, is_one: bool) -> None:
    state = next(it for it in READY if it.kind == "notty-empty").state
    hands = (tuple(sorted(parse_cards(hand))), *state.hands[1:])
    found = EMPTY.find(state._replace(turn=0, hands=hands))
    assert (found is not None) is is_one


@pytest.mark.parametrize(
    ("hand", "likely"),
    [("B1 B2 B3", 1.0), ("B1 B2 B3 B4", 1 / 3), ("B1 B2 B3 B4 B5 B6", 0.3), ("B1 B2 B4", 0.0)],
)
def test_luck_is_the_chance_to_empty_a_hand_with_any_groups(hand: str, likely: float) -> None:
    """Of six in a row, all six can go at once, or the three at either end, which leave the other three."""
    assert luck(parse_cards(hand)) == pytest.approx(likely)
