"""Registering handlers for verbs."""

from __future__ import annotations

import pytest

from bot.ui.interaction import dispatch
from bot.ui.interaction.dispatch import Click, DuplicateHandlerError, on


def test_a_verb_has_one_handler(monkeypatch: pytest.MonkeyPatch) -> None:
    """Registering a second one raises an error that names the verb and the module of the first, which stays."""

    async def handler(click: Click) -> None: ...

    async def other(click: Click) -> None: ...

    monkeypatch.setattr(dispatch, "_HANDLERS", {})
    on("only-for-this-test", at_once=True)(handler)
    with pytest.raises(DuplicateHandlerError, match=f"only-for-this-test.*{handler.__module__}"):
        on("only-for-this-test", at_once=True)(other)
    assert dispatch._HANDLERS["only-for-this-test"] is handler
