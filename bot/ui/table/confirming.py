"""How acts are answered: a command with a sentence, a button in its own message."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from bot.ui.interaction.reply import Reply
from bot.ui.table.menu import build_menu

if TYPE_CHECKING:
    from bot.tables.model.position import Position

Confirm = Callable[[Reply, "Position", str], Awaitable[None]]
"""Confirms an act to the caller, given the position after it and the confirmation text."""


async def confirm_in_menu(reply: Reply, position: Position, words: str) -> None:
    """Confirm an act: a button shows the updated menu with the text, a command only the text."""
    if reply.is_click:
        await reply.in_place(build_menu(position, reply.interaction.user.id, words))
    else:
        await reply.sentence(words)
