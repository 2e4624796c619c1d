"""The leaderboard that a control names is read back as written, and forged text still names an existing one."""

from __future__ import annotations

import pytest

from bot.records.model import COMPUTERS, LADDERS
from bot.rules.catalogue import GAMES
from bot.ui.kit.controls import custom_id
from bot.ui.records.scope import Scope


@pytest.mark.parametrize("game", GAMES)
def test_a_scope_is_read_back_as_written(game: str) -> None:
    """A control's text is read back as written, and fits into a custom id."""
    scope = Scope(game, COMPUTERS, 123_456, 9_999, "month")
    assert Scope.of(scope.argument("next")) == scope
    assert len(custom_id("s", 0, "leaderboard-season", None, scope.argument("next"))) <= 100


@pytest.mark.parametrize(
    "argument",
    ["", "x,y,z", ",,,,,,", "rummy,people,-1,٣,next", "rummy,people,1," + "9" * 50, "rummy,people,1,0,year,next"],
)
def test_forged_text_still_names_a_leaderboard(argument: str) -> None:
    scope = Scope.of(argument)
    assert scope.game in GAMES
    assert scope.kind in LADDERS
    assert 0 <= scope.page <= 10_000
    assert scope.season >= 0
    assert scope.period == ""
