"""Undo: a step of an unfinished turn at once, a finished action if everybody agrees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rules.errors import InvalidActionError
from bot.ui.board import question
from bot.ui.building.catalogue import builder_of
from bot.ui.building.picking import has_step
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
    if await _is_building(table, person):
        await perform_verb(reply, str(table.id), "undo")
        return
    async with asked_again_if_open(reply, table):
        position = await table.propose_undo(person, reply.interaction.id)
    await confirm_in_menu(reply, position, question.request_confirmation(position.record))


async def _is_building(table: Table, person: int) -> bool:
    """Whether the person's unfinished turn has a step to undo, which nobody else has seen."""
    position = table.position
    seat = position.record.seat_of(person)
    if seat is None or position.seat_to_act != seat:
        return False
    if builder_of(position.record.game).undoes:
        draft = await table.draft(person)
        return draft is not None and has_step(draft.content)
    try:
        undo = position.game.parse_action("undo")
    except InvalidActionError:
        return False
    return undo in position.view(seat).legal_actions
