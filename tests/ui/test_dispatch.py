"""Registering handlers for verbs."""

from __future__ import annotations

import pytest

from bot.ui.interaction.dispatch import Click, DuplicateHandlerError, on


def test_a_verb_has_one_handler() -> None:
    """Registering a second one raises an error."""

    async def handler(click: Click) -> None: ...

    on("only-for-this-test")(handler)
    with pytest.raises(DuplicateHandlerError, match="only-for-this-test"):
        on("only-for-this-test")(handler)
