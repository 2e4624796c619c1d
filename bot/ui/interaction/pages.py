"""Answering with a page: in the clicked private message, otherwise in a new private one."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from discord.ui import LayoutView

    from bot.ui.interaction.dispatch import Click
    from bot.ui.interaction.reply import Reply


async def page_in_place(reply: Reply, view: LayoutView) -> None:
    """Show a page in the private message that was clicked.

    A public message is left alone and the answer is private, as for a command.
    """
    await (reply.show(view) if reply.is_private else reply.private(view))


async def note_shown(click: Click, view: LayoutView, version: int = 0) -> None:
    """Tell the announcer what the clicked message shows now, and of which version, so that it is not edited again."""
    message = click.interaction.message
    if message is not None:
        await click.services.announcer.answers.record(click.table_id, message.id, view, version)
