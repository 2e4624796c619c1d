"""Which discards of Three Thirteen a rule of thumb finds."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import pytest

from bot.puzzles.kinds import attempt_at
from bot.puzzles.three_thirteen import loose
from bot.rules.cards import parse_cards
from bot.rules.three_thirteen.actions import Discard
from tests.puzzles.ready import READY

if TYPE_CHECKING:
    from bot.rules.three_thirteen.view import ThreeThirteenView


@pytest.mark.parametrize(
    ("hand", "wild_rank", "card"),
    [
        ("8S QS QS 4H 9H JH JC 9D JD", "8", "4H"),  # next to a pair of nines
        ("5S 5S 5D 7S 7H 7H 9C 9C JH 0S 0D AC", "J", "AC"),
        ("QS 2H KH 6C JC JD KD", "6", "QS"),  # costs more than 2H
        ("4S 6S KD AD 9C", "3", "9C"),  # 4-6 and K-A need one card
        ("3H 4H 5H 9C 9D", "7", None),
    ],
)
def test_the_loose_card_is_the_costliest_that_fits_no_other(hand: str, wild_rank: str, card: str | None) -> None:
    found = loose(parse_cards(hand), wild_rank)
    assert found == (None if card is None else parse_cards(card)[0])


def test_no_puzzle_is_solved_by_discarding_the_loose_card() -> None:
    for puzzle in (each for each in READY if each.kind == "three-thirteen-discard"):
        view = cast("ThreeThirteenView", attempt_at(puzzle).view)
        thrown = loose(view.hand, view.wild_rank)
        assert thrown is None or puzzle.solution != (puzzle.rules.format_action(Discard(thrown)),)
