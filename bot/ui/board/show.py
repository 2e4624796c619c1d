"""Answering with a board: in the clicked message where possible, otherwise privately."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import speaking
from bot.ui.board.board import build_board
from bot.ui.interaction.dispatch import Click, on
from bot.ui.wording.rating_lines import rated_of

if TYPE_CHECKING:
    from discord.ui import LayoutView

    from bot.tables.model.position import Position
    from bot.ui.interaction.reply import Reply
    from bot.ui.interaction.services import BotServices


@on("watch")
async def watch(click: Click) -> None:
    """Show a fresh board that only the person sees."""
    await board_privately(click.reply, (await click.table()).position)


async def board_in_place(click: Click, position: Position) -> None:
    """Show the board in the message that was clicked."""
    message = click.interaction.message
    with click.services.announcer.overlaps.showing(None if message is None else message.id):
        with speaking(await click.services.languages.of_table(position.record)):
            view = await _board(click.services, position)
        await click.reply.show(view)
        await click.note_shown(view)


async def board_privately(reply: Reply, position: Position) -> None:
    """Answer with a fresh board that only the person sees."""
    plays = position.record.plays(reply.interaction.user.id)
    await reply.private(await _board(reply.services, position, to_play=plays))


async def _board(bot: BotServices, position: Position, *, to_play: bool = True) -> LayoutView:
    rated = await rated_of(bot.store.records, position)
    return build_board(position, await bot.illustrator.of_board(position, rated), rated, to_play=to_play)
