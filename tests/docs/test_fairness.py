"""The few lines of code for sceptics in docs/fairness.md deal the same cards as the engine."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from bot.rules.catalogue import GAMES
from bot.tables.model.seed import game_seed

PAGE = Path(__file__).parents[2] / "docs" / "fairness.md"


@pytest.fixture(scope="module")
def sceptic() -> dict[str, Any]:
    """The names that the page's code defines."""
    code = re.search(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert code is not None
    names: dict[str, Any] = {}
    exec(compile(code.group(1), str(PAGE), "exec"), names)  # noqa: S102 - the page's own code is what is tested
    return names


@pytest.mark.parametrize("seats", range(2, 8))
def test_the_pages_code_deals_the_first_round(sceptic: dict[str, Any], seats: int) -> None:
    secret, options = bytes(range(32)), {"arrangement": "most-cards"}
    seed = game_seed(secret, 1234567890123, "three-thirteen", options, seats, 1)
    assert sceptic["seed_of"](secret.hex(), 1234567890123, "three-thirteen", options, seats, 1) == seed
    starter, hands, upcard = sceptic["first_round"](seed, seats)
    game = GAMES["three-thirteen"]
    state = game.deal(seats, seed, options)
    assert starter == game.seat_to_act(state)
    for seat in range(seats):
        assert sorted(hands[seat]) == sorted(map(str, game.view(state, seat).hand))
    assert upcard == str(game.view(state, None).upcard)
