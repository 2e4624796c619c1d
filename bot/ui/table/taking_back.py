"""Undo: a step of an unfinished turn at once, a finished action if everybody agrees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ui.board import question
from bot.ui.building.unfinished import has_step_to_undo
from bot.ui.commands.perform import perform_verb
from bot.ui.table.agreeing import asked_again_if_open
from bot.ui.table.confirming import confirm_in_menu

if TYPE_CHECKING:
    from bot.tables.table.table import Table
    from bot.ui.interaction.reply import Reply


async def take_back(reply: Reply, table: Table) -> None:
    """Undo the caller's last step, for buttons and commands alike.

    Raises:
        TableError, ActionError: there is nothing to undo, or it is too late; the message says why.
    """
    person = reply.interaction.user.id
    if await has_step_to_undo(table, person):
        await perform_verb(reply, str(table.id), "undo")
        return
    async with asked_again_if_open(reply, table):
        position = await table.propose_undo(person, reply.interaction.id)
    await confirm_in_menu(reply, position, question.request_confirmation(reply.interaction.client, position.record))
