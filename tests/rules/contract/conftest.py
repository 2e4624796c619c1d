"""Every contract test runs once for each game in the catalogue."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.rules.catalogue import GAMES

if TYPE_CHECKING:
    from bot.rules.game import AnyGame


@pytest.fixture(params=list(GAMES))
def game(request: pytest.FixtureRequest) -> AnyGame:
    return GAMES[request.param]
