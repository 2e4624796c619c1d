"""Taking back: a step of the turn being built at once, a finished action if everybody agrees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rules.errors import InvalidActionError
from bot.ui.board import question
from bot.ui.building.catalogue import builder_of
from bot.ui.commands.perform import perform_verb
from bot.ui.table.telling import tell

if TYPE_CHECKING:
    from bot.tables.table.table import Table
    from bot.ui.interaction.reply import Reply


async def take_back(reply: Reply, table: Table) -> None:
    """Take one's last step back, by button and by command alike.

    Raises:
        TableError, ActionError: there is none, or it can no longer be taken back; the sentence says why.
    """
    person = reply.interaction.user.id
    if await _is_building(table, person):
        await perform_verb(reply, str(table.id), "undo")
        return
    position = await table.propose_undo(person, reply.interaction.id)
    await tell(reply, position, question.asked(position.record))


async def _is_building(table: Table, person: int) -> bool:
    """Whether the person has a step of their own turn to take back, which nobody else has seen."""
    position = table.position
    seat = position.record.seat_of(person)
    if seat is None or position.seat_to_act != seat:
        return False
    if builder_of(position.record.game).undoes:
        draft = await table.draft(person)
        return draft is not None and bool(draft.content)
    try:
        undo = position.game.parse_action("undo")
    except InvalidActionError:
        return False
    return undo in position.view(seat).legal_actions
