"""The exact searches behind the puzzles of Rummy and Notty, against the rules themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.puzzles.kinds import KINDS
from bot.puzzles.notty import ways
from bot.puzzles.puzzle import Attempt
from bot.puzzles.rummy_out import TooHardError, way_out
from bot.rules.cards import Card, parse_cards, without
from bot.rules.notty.melds import is_valid_group
from bot.rules.rummy.actions import Discard
from bot.rules.rummy.game import GAME as RUMMY
from tests.puzzles.test_kinds import READY

if TYPE_CHECKING:
    from bot.puzzles.puzzle import Puzzle

if TYPE_CHECKING:
    from bot.rules.rummy.state import RummyState


def goes_out(state: RummyState, plays: int) -> bool:
    """Whether the seat to act can go out with at most so many plays, by every legal action."""
    for action in RUMMY.legal_actions(state):
        if isinstance(action, Discard):
            if len(state.hands[state.seat]) == 1:
                return True
        elif plays and goes_out(RUMMY.apply(state, state.seat, action), plays - 1):
            return True
    return False


@pytest.mark.parametrize("puzzle", [it for it in READY if it.kind == "rummy-out"], ids=lambda it: it.fingerprint[:6])
def test_the_way_out_is_the_shortest(puzzle: Puzzle) -> None:
    state = puzzle.state
    way = way_out(state.hands[state.seat], state.melds, 50_000)
    assert way is not None
    for action in way[:-1]:
        state = RUMMY.apply(state, state.seat, action)
    assert len(state.hands[state.seat]) == 1
    start = puzzle.state
    assert not goes_out(start, 1)


@pytest.mark.parametrize(
    ("hand", "table", "plays"),
    [
        ("5C", [], 1),
        ("5C 6C", [], None),
        ("5C 6C", ["7C 8C 9C"], 2),  # 6C, and 5C is thrown away
        ("5C 5D 5H KS", [], 2),
        ("5C 5D 5H", [], None),  # one card must be kept for the discard
        ("6H 5C", ["5H XR 7H"], 3),  # the joker comes to the hand, and goes to the run again
    ],
)
def test_ways_out_by_hand(hand: str, table: list[str], plays: int | None) -> None:
    way = way_out(parse_cards(hand), tuple(parse_cards(meld) for meld in table), 1000)
    assert (way and len(way)) == plays


def test_a_search_that_is_too_long_says_so() -> None:
    with pytest.raises(TooHardError):
        way_out(parse_cards("5C 5D 5H 6C 6D 6H 7C 7D 7H 8C"), (), 3)


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
    total = 0
    for group in found:
        rest = hand
        for card in group:
            rest = without(rest, card)
        total += divisions(rest)
    return total


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
