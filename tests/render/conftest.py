"""What the tests of pictures share."""

from __future__ import annotations

import pytest


@pytest.fixture
def words_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures are drawn but not packed, which takes most of the time, for tests that read their words."""
    monkeypatch.setattr("bot.render.pictures.picture.png", lambda image: b"")
