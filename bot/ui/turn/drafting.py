"""Drafts of turns: each step loads, changes and saves the stored draft, in order."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from bot.language import _
from bot.rules.errors import InvalidActionError
from bot.tables.acts.play import seat_to_play
from bot.tables.model.errors import TableError
from bot.ui.art.hand_style import order_of
from bot.ui.building.catalogue import builder_of
from bot.ui.building.desk import Desk
from bot.ui.building.picking import has_step
from bot.ui.building.suggesting import suggested

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.tables.model.position import Position
    from bot.tables.model.records import Draft
    from bot.tables.table.table import Table
    from bot.ui.building.desk import AnyDesk
    from bot.ui.interaction.reply import Reply

THINKING_TIME = 0.1
"""Time limit for a suggestion, in seconds."""


async def _desk_of(reply: Reply, table: Table, decision: int) -> AnyDesk:
    """The caller's turn as built so far.

    Raises:
        TableError: it is not their turn.
    """
    position, person = table.position, reply.interaction.user.id
    seat = seat_to_play(position, person, decision)
    draft = await table.draft(person)
    order = order_of(await reply.services.store.people.settings(person), position.record.game)
    return Desk(position, position.view(seat), order, {} if draft is None else draft.content)


async def take_step(reply: Reply, table: Table, decision: int, words: str, values: Sequence[str] = ()) -> None:
    """Change the draft by one step, named with its argument.

    Raises:
        TableError: it is not the caller's turn, or the step is not possible; the draft is unchanged.
    """
    async with table.drafting:
        desk = await _desk_of(reply, table, decision)
        draft = builder_of(table.record.game).after(desk, words, values)
        await table.save_draft(reply.interaction.user.id, decision, draft)


async def suggest(reply: Reply, table: Table, decision: int) -> None:
    """Fill the draft with a strong player's turn, computed outside the event loop within a time limit.

    This is a hint if it says anything: if that costs rating, the seat is marked as helped before it is shown.

    Raises:
        TableError: it is not the caller's turn, or there is nothing to suggest just now.
    """
    person = reply.interaction.user.id
    async with table.drafting:
        desk = await _desk_of(reply, table, decision)
        builder = builder_of(table.record.game)
        until = time.monotonic() + THINKING_TIME
        suggestion = await asyncio.to_thread(builder.suggest, desk, lambda: time.monotonic() > until)
        seat_to_play(table.position, person, decision)
        if suggestion.is_help:
            await table.mark_helped(person)
        await table.save_draft(person, decision, suggestion.draft)


async def play(
    table: Table, person: int, action: str, interaction: int | None, decision: int | None = None
) -> Position:
    """Play an action in its text form; the rest of the draft carries over to the person's next decision.

    Raises:
        TableError, ActionError: the action was refused; the draft is unchanged.
    """
    before = await table.draft(person)
    if before is None:
        return await table.act(person, action, interaction, decision)
    return await table.uninterrupted(_play_on(table, before, person, action, interaction, decision), "play")


async def _play_on(
    table: Table, before: Draft, person: int, action: str, interaction: int | None, decision: int | None
) -> Position:
    position = await table.act(person, action, interaction, decision)
    seat = position.record.seat_of(person)
    went_on = position.record.decision == before.decision + 1
    if went_on and seat is not None and position.seat_to_act == seat:
        form = position.game.format_action(position.game.parse_action(action))
        desk: AnyDesk = Desk(position, position.view(seat), "suit", before.content)
        carried = builder_of(position.record.game).carried(desk, form)
        if carried:
            await table.save_draft(person, position.record.decision, carried)
    return position


async def has_step_to_undo(table: Table, person: int) -> bool:
    """Whether the person's unfinished turn has a step to undo, which nobody else has seen, whichever game it is."""
    position = table.position
    seat = position.record.seat_of(person)
    if seat is None or position.seat_to_act != seat:
        return False
    if "undo" in builder_of(position.record.game).steps:
        draft = await table.draft(person)
        return draft is not None and has_step(draft.content)
    try:
        undo = position.game.parse_action("undo")
    except InvalidActionError:
        return False
    return undo in position.view(seat).legal_actions


def suggestion_gone() -> TableError:
    """Message for playing a suggestion or a hint that is not kept any more."""
    return TableError(_("This suggestion is gone; ask for a new one."))


async def play_suggested(reply: Reply, table: Table, decision: int, *, all_of_them: bool) -> None:
    """Play the suggested steps one after another, or the first one; the turn is not ended.

    Raises:
        TableError, ActionError: a step was refused; the steps before it have been played.
    """
    person = reply.interaction.user.id
    seat_to_play(table.position, person, decision)
    draft = await table.draft(person)
    steps = [] if draft is None else suggested(draft.content)
    if not steps:
        raise suggestion_gone()
    await _one_by_one(reply, table, steps if all_of_them else steps[:1], decision)


async def play_series(reply: Reply, table: Table, decision: int, words: str) -> None:
    """Play the actions that one control means, one after another.

    Raises:
        TableError, ActionError: one was not done; those before it stand.
    """
    desk = await _desk_of(reply, table, decision)
    actions = builder_of(table.record.game).series(desk, words)
    await _one_by_one(reply, table, [desk.form(action) for action in actions], decision)


async def _one_by_one(reply: Reply, table: Table, forms: Sequence[str], decision: int) -> None:
    """Play the actions. If the click is repeated, the first action is recognized by its interaction, and the second one
    refused because of its decision.
    """
    person, interaction = reply.interaction.user.id, reply.interaction.id
    for number, form in enumerate(forms):
        await play(table, person, form, None if number else interaction, decision + number)
