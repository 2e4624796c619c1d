"""The least of a hand's melds with which it may lay down for the first time."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from bot.rules.rummy.fitting import fits
from bot.rules.rummy.melds import meld_value

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules.rummy.melds import Meld


def least_laydown(melds: Sequence[Meld], minimum: int) -> tuple[Meld, ...]:
    """Of these melds, those that reach the minimum with the fewest places for others, then the fewest cards.

    Empty if all of them together do not reach it.
    """
    enough = [
        some
        for count in range(1, len(melds) + 1)
        for some in combinations(melds, count)
        if sum(map(meld_value, some)) >= minimum
    ]
    return min(enough, key=lambda some: (_places(some), sum(map(len, some))), default=())


def _places(melds: Sequence[Meld]) -> int:
    """How many different cards can be laid off on the melds."""
    return len({card for meld in melds for card in fits(meld).lay_offs})
