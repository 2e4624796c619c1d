"""How acts are answered: a command with a sentence, a button in its own message; and how to go on after the deal."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from bot.language import _
from bot.render.catalogue import text_of
from bot.tables.acts.people import may_take_over
from bot.tables.model import guild_settings
from bot.tables.model.records import Phase
from bot.ui.interaction.reply import Reply
from bot.ui.interaction.visibility import may_manage_channel
from bot.ui.table.menu import Rights, build_menu
from bot.ui.table.moderating import may_kick
from bot.ui.turn.drafting import has_step_to_undo

if TYPE_CHECKING:
    from discord.ui import LayoutView

    from bot.tables.model.position import Position
    from bot.tables.model.records import TableRecord

Confirm = Callable[[Reply, "Position", str], Awaitable[None]]
"""Confirms an act to the caller, given the position after it and the confirmation text."""


async def confirm_in_menu(reply: Reply, position: Position, words: str) -> None:
    """Confirm an act: a button shows the updated menu with the text, a command only the text."""
    if reply.is_click:
        await reply.in_place(await menu_of(reply, position, words))
    else:
        await reply.sentence(words)


async def menu_of(reply: Reply, position: Position, note: str = "") -> LayoutView:
    """The caller's menu at the table."""
    record, person, takes_back = position.record, reply.interaction.user.id, False
    if record.plays(person):
        table = await reply.services.tables.require(record.id)
        takes_back = await has_step_to_undo(table, person) or await table.may_undo(person)
    chosen = await guild_settings.load(reply.services.store.people, record.guild_id)
    rights = Rights(
        takes_back=takes_back,
        takes_over=person not in chosen.barred and may_take_over(record, person),
        removes=may_kick(reply.interaction, record, chosen),
        ends=record.host == person or may_manage_channel(reply.interaction, record),
    )
    return build_menu(position, person, rights, note)


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
