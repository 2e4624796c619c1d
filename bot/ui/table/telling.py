"""How acts are answered: a command with a sentence, a button in its own message."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from bot.ui.interaction.pages import page_in_place
from bot.ui.interaction.reply import Reply
from bot.ui.table.menu import menu

if TYPE_CHECKING:
    from bot.tables.model.position import Position

Telling = Callable[[Reply, "Position", str], Awaitable[None]]
"""Says what became of an act: the position after it, and the words for it."""


async def tell(reply: Reply, position: Position, words: str) -> None:
    """Say what became of an act: a button is answered with the menu as it is now, a command with the sentence alone."""
    if reply.is_click:
        await page_in_place(reply, menu(position, reply.interaction.user.id, words))
    else:
        await reply.sentence(words)
