"""The button that opens a lesson, from wherever one is offered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ui.kit.controls import NO_TABLE, Style, button

if TYPE_CHECKING:
    from bot.ui.kit.controls import Button

FROM_THE_START, BESIDE = "start", "beside"
"""How to open a lesson; by default it continues where the person left it and replaces the clicked page."""


def lesson_button(label: str, game: str = "", how: str = "", style: Style = Style.secondary) -> Button:
    """A button that opens the game's lesson; without a game, the list of lessons."""
    return button(NO_TABLE, "learn", label, style=style, argument=f"{game} {how}".strip())
