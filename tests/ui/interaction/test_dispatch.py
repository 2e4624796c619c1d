"""Registering handlers for verbs."""

from __future__ import annotations

import ast
import importlib

import pytest

from bot.ui.interaction import dispatch
from bot.ui.interaction.dispatch import Click, DuplicateHandlerError, on
from tests.docs.pages import ROOT
from tests.syntax import parsed, walk

CONTROLS = {"button", "select", "person_select", "channel_select", "role_select", "form"}


def test_a_verb_has_one_handler(monkeypatch: pytest.MonkeyPatch) -> None:
    """Registering a second one raises an error that names the verb and the module of the first, which stays."""

    async def handler(click: Click) -> None: ...

    async def other(click: Click) -> None: ...

    monkeypatch.setattr(dispatch, "_HANDLERS", {})
    on("only-for-this-test", at_once=True)(handler)
    with pytest.raises(DuplicateHandlerError, match=f"only-for-this-test.*{handler.__module__}"):
        on("only-for-this-test", at_once=True)(other)
    assert dispatch._HANDLERS["only-for-this-test"] is handler


def test_every_control_in_the_source_has_a_handler() -> None:
    """A press on any other one is answered with “This control belongs to another version of the bot”.

    Modules of handlers are imported by `HANDLERS` of `bot/ui/register.py`, or by a command that does the same.
    """
    for registering in ("bot.ui.register", "cogs"):
        importlib.import_module(registering)
    verbs = {
        call.args[1].value: f"{path.relative_to(ROOT)}:{call.lineno}"
        for path in (ROOT / "bot" / "ui").rglob("*.py")
        for call in walk(parsed(path.read_text("utf-8")))
        if isinstance(call, ast.Call) and ast.unparse(call.func) in CONTROLS
        if len(call.args) > 1 and isinstance(call.args[1], ast.Constant)
    }
    assert len(verbs) > 80
    assert {verb: place for verb, place in verbs.items() if verb not in dispatch._HANDLERS} == {}
