"""A whole game by touch in a browser as wide as a phone. `make games` plays all five games at two widths."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from scripts.playground_page import playground, show
from scripts.whole_games import HEIGHT, Album, play
from tests.playground.browsing import IN_A_BROWSER
from tests.playground.real_bot import QUICK_TO_START

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.async_api import Page

pytestmark = [
    *IN_A_BROWSER,
    pytest.mark.skipif(sys.platform == "win32", reason="stops the playground with a POSIX signal"),
]


async def test_a_game_is_played_from_the_lobby_to_its_result(
    phone: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in QUICK_TO_START.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("scripts.whole_games._QUIET_MS", 0)  # before each picture, but nobody looks at these
    await phone.set_viewport_size({"width": 390, "height": HEIGHT})
    async with playground() as address:
        await show(phone, address)
        await play(phone, Album(phone, tmp_path, "rummy-390"), "rummy", seed=1, look=True)
    seen = {picture.stem.removeprefix("rummy-390-") for picture in tmp_path.iterdir()}
    assert {"lobby", "board", "hand", "result", "result-board", "settings", "leaderboard"} <= seen
