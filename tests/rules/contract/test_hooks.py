"""A game that is listed before its hooks are written."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.contract.hooks import hooks_of


def test_a_game_without_hooks_says_which_file_it_needs() -> None:
    """Every contract test failed with “No module named 'tests.rules.bridge'”."""
    bridge: Any = type("Bridge", (), {"__module__": "bot.rules.bridge.game", "title": "Bridge"})()
    with pytest.raises(LookupError, match=r"^Bridge needs tests/rules/bridge/hidden\.py"):
        hooks_of(bridge)
