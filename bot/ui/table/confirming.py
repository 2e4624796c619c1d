"""How acts are answered: a command with a sentence, a button in its own message; and how to go on after the deal."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from bot.language import _
from bot.render.catalogue import text_of
from bot.tables.model.records import Phase
from bot.ui.board.show import board_in_place
from bot.ui.interaction.reply import Reply
from bot.ui.table.menu import menu_of

if TYPE_CHECKING:
    from bot.tables.model.position import Position
    from bot.tables.model.records import TableRecord
    from bot.ui.interaction.dispatch import Click

Confirm = Callable[[Reply, "Position", str], Awaitable[None]]
"""Confirms an act to the caller, given the position after it and the confirmation text."""


async def confirm_in_menu(reply: Reply, position: Position, words: str) -> None:
    """Confirm an act: a button shows the updated menu with the text, a command only the text."""
    if reply.is_click:
        await reply.in_place(await menu_of(reply, position, words))
    else:
        await reply.sentence(words)


def confirm_on_board(click: Click) -> Confirm:
    """Confirm a press on the board by updating the board."""

    async def confirm(_reply: Reply, position: Position, _words: str) -> None:
        await board_in_place(click, position)

    return confirm


def dealt(table: TableRecord) -> str:
    """Where to play once the cards are dealt."""
    if table.phase is not Phase.PLAYING or not table.people:
        return ""
    if table.in_own_dm:
        return _("The cards are dealt; have fun. You play in the message below.")
    if text_of(table.game).open_hands:
        return _("The cards are dealt; have fun. You play with the buttons on the board.")
    if table.outside:
        return _("The cards are dealt; have fun. Press **My hand** on the board to play.")
    return _("The cards are dealt; have fun. Your hand comes by direct message or with /hand.")
