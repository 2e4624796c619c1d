"""Whether somebody's unfinished turn has a step that they can take back, whichever game it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rules.errors import InvalidActionError
from bot.ui.building.catalogue import builder_of
from bot.ui.building.picking import has_step

if TYPE_CHECKING:
    from bot.tables.table.table import Table


async def has_step_to_undo(table: Table, person: int) -> bool:
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
