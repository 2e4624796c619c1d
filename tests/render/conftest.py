"""Fixtures shared by the tests of pictures."""

from __future__ import annotations

import pytest
from PIL import Image

from bot.render.pictures import picture


@pytest.fixture
def words_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Skip packing pictures into files, which takes most of the time, for tests that only read their words."""
    monkeypatch.setattr("bot.render.pictures.picture.png", lambda image, most_bytes: b"")
    monkeypatch.setattr(picture, "_file", picture._file.__wrapped__)


@pytest.fixture
def undrawn(words_only: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Skip drawing pictures as well, for tests that read many words."""
    blank = Image.new("P", (1, 1))
    monkeypatch.setattr("bot.render.pictures.picture.draw", lambda sections, **measures: blank)
    monkeypatch.setattr("bot.render.pictures.games.six_holes.draw_above", lambda image, section, **measures: blank)
    monkeypatch.setattr("bot.render.pictures.games.six_holes.draw_grids", lambda grids, **measures: blank)
