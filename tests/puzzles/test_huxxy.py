"""Which positions of Huxxy can become puzzles."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.puzzles.kinds import KINDS
from bot.rules.cards import parse_cards
from tests.puzzles.ready import of_kind

if TYPE_CHECKING:
    from bot.puzzles.huxxy import HuxxyPuzzles

MUCH = parse_cards("AS 2H 3S 4H 5S 6H 7S 8H 9S 0H JS QH KS")


@pytest.mark.parametrize("key", ["huxxy-most", "huxxy-out"])
def test_a_table_too_full_for_a_phone_makes_no_puzzle(key: str) -> None:
    kind: HuxxyPuzzles = KINDS[key]  # type: ignore[assignment]
    state = of_kind(key).state
    assert kind.find(state) is not None
    assert kind.find(state._replace(table=(*state.table, *[MUCH] * 4))) is None
