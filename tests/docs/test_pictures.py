"""The pictures in the documentation are the ones that the bot draws today."""

from __future__ import annotations

import io
import re

import pytest
from PIL import Image

from bot.rules.catalogue import GAMES
from scripts.screenshots import FOLDER, Scene, pictures, played

DOCS = FOLDER.parent


def _pixels(data: bytes) -> tuple[tuple[int, int], bytes]:
    image = Image.open(io.BytesIO(data)).convert("RGB")
    return image.size, image.tobytes()


def test_the_committed_pictures_match_the_renderers() -> None:
    """After a change to the renderers or the computer players, run `make screenshots`."""
    drawn = dict(pictures())
    for name, picture in drawn.items():
        assert (FOLDER / name).is_file(), f"{name} is missing: run `make screenshots`."
        committed = (FOLDER / name).read_bytes()
        same = _pixels(committed) == _pixels(picture.data)
        assert same, f"{name} is out of date: run `make screenshots`."
        assert len(committed) <= 60 * 1024


def test_the_page_shows_every_games_banner_board_and_hand() -> None:
    page = (DOCS / "games.md").read_text(encoding="utf-8")
    shown = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", page)
    assert shown == [f"pictures/{game}-{what}.png" for game in GAMES for what in ("lobby", "board", "hand")]
    for path in shown:
        assert (DOCS / path).is_file()


def test_a_scene_after_the_games_end_is_refused() -> None:
    with pytest.raises(ValueError, match="over after fewer than 9999 moves: choose fewer"):
        played("six-holes", Scene(2, 1, 9999))
