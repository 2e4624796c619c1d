"""Places where the bot can only answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.e2e.outside import Outside

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.e2e.conftest import World


@pytest.fixture
def outside(world: World, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Outside]:
    """Return a function that makes a place to which Anna brings the bot."""

    def make(**kind: bool) -> Outside:
        return Outside(world, monkeypatch, "anna", **kind)

    return make
