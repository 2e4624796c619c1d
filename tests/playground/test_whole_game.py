"""A whole game by finger in a browser as wide as a phone; `make games` plays all five of them at two widths."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from scripts.whole_games import play_all
from tests.playground.browsing import CHROMIUM

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: install it (Debian: apt install chromium)"),
    pytest.mark.skipif(sys.platform == "win32", reason="stops the playground with a POSIX signal"),
]


async def test_a_game_is_played_from_the_lobby_to_its_result(tmp_path: Path) -> None:
    await play_all(tmp_path, [390], ["rummy"], seed=1)
    seen = {picture.stem.removeprefix("rummy-390-") for picture in tmp_path.iterdir()}
    assert {"lobby", "board", "hand", "result", "result-board", "settings", "leaderboard"} <= seen
