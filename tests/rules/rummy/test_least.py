"""The least laydown reaches the minimum, and gives the other players as few places as possible."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.rules.cards import parse_cards
from bot.rules.rummy.solver.least import least_laydown

if TYPE_CHECKING:
    from bot.rules.rummy.melds import Meld

KINGS, QUEENS, FULL_SET, RUN = map(parse_cards, ("KS KH KD", "QS QH QC", "QS QH QD QC", "9S 0S JS"))


@pytest.mark.parametrize(
    ("melds", "minimum", "least"),
    [
        ((KINGS,), 30, (KINGS,)),
        ((KINGS, QUEENS), 30, (KINGS,)),
        ((RUN, KINGS), 29, (KINGS,)),  # one place instead of two
        ((KINGS, FULL_SET), 30, (FULL_SET,)),  # nothing can be laid off on it
        ((KINGS, QUEENS, FULL_SET), 41, (KINGS, FULL_SET)),
        ((KINGS, QUEENS), 61, ()),
        ((), 40, ()),
    ],
)
def test_the_least_laydown(melds: tuple[Meld, ...], minimum: int, least: tuple[Meld, ...]) -> None:
    assert least_laydown(melds, minimum) == least
