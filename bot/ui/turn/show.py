"""Answering with a board or a hand: the message that was clicked where that is right, else one only they see."""

from __future__ import annotations

from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

from bot.language import N_, _
from bot.render.catalogue import text_of
from bot.rules.errors import ActionError
from bot.tables.model.errors import StaleControlError, TableError
from bot.tables.model.records import Phase
from bot.ui.art.hand_style import HandStyle, draft_of
from bot.ui.board.show import board_in_place
from bot.ui.interaction.pages import note_shown
from bot.ui.interaction.services import services_of
from bot.ui.turn.hand import hand
from bot.ui.turn.past_hand import past_hand
from bot.ui.wording.place import place_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from discord.ui import LayoutView

    from bot.tables.model.position import Position
    from bot.tables.table.table import Table
    from bot.ui.interaction.dispatch import Click
    from bot.ui.interaction.reply import Reply
    from bot.ui.kit.types import Interaction

CLOSED_DM_NOTE = N_("⚠️ I could not send you your cards by direct message: open your DMs for this server, or play here.")


async def hand_view(interaction: Interaction, position: Position, *, kept: bool = False) -> LayoutView:
    """The hand of whoever clicked or typed, in the order they chose; `kept` for a DM that is kept up to date.

    Raises:
        TableError: they do not play there, or there are no cards yet.
    """
    bot, person = services_of(interaction), interaction.user.id
    chosen = await bot.store.people.settings(person)
    note = _(CLOSED_DM_NOTE) if bot.announcer.take_closed_dm(position.record.id, person) else ""
    place = place_of(interaction.client, position.record)
    draft = await draft_of(bot.store.tables, position, person)
    style = HandStyle.of(chosen, position.record.game, note=note, kept=kept, draft=draft)
    return hand(position, person, place, style, await bot.illustrator.of_hand(position, person, style))


async def hand_privately(reply: Reply, position: Position) -> None:
    """Answer with a fresh hand that only its owner sees."""
    await reply.private(await hand_view(reply.interaction, position))


async def hand_in_place(click: Click, position: Position) -> None:
    """Show the hand in the private message that was clicked; in a public one, answer privately instead.

    The hand of who plays there no more is changed into what is true.
    """
    if not click.is_private:
        await hand_privately(click.reply, position)
        return
    table, person, message = position.record, click.interaction.user.id, click.interaction.message
    if table.phase is not Phase.LOBBY and table.seat_of(person) is None:
        view = past_hand(position, person, place_of(click.interaction.client, table))
    else:
        kept = message is not None and not message.flags.ephemeral
        view = await hand_view(click.interaction, position, kept=kept)
    await click.reply.show(view)
    await note_shown(click, view, table.version)


async def turn_in_place(click: Click, position: Position) -> None:
    """Show what the turn is played from: the hand, or the board where all hands are open and it was pressed there."""
    await (board_in_place if _is_on_board(click, position) else hand_in_place)(click, position)


def _is_on_board(click: Click, position: Position) -> bool:
    return not click.is_private and text_of(position.record.game).open_hands


@asynccontextmanager
async def truth_if_refused(click: Click, table: Table) -> AsyncIterator[None]:
    """Where it is refused, show the hand as it is now in place of what offered it, beside the sentence.

    The board is for all: somebody who may not play gets the sentence alone.
    """
    try:
        yield
    except (TableError, ActionError) as error:
        if isinstance(error, StaleControlError) or not _is_on_board(click, table.position):
            with suppress(TableError):
                await turn_in_place(click, table.position)
        raise
