"""Answering one interaction: in time, once, and never with a bare “interaction failed”."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import discord

from bot.ui.house import NOBODY, house
from bot.ui.pictured import files_of

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from discord.ui import LayoutView

    from bot.ui.house import House, Interaction

PATIENCE = 1.5
"""Seconds of work before the interaction is acknowledged without its answer; Discord gives three in all."""


class Reply:
    """The answers to one interaction; the first acknowledges it, whichever comes first."""

    def __init__(self, interaction: Interaction) -> None:
        self.interaction = interaction
        self._turn = asyncio.Lock()

    @property
    def house(self) -> House:
        return house(self.interaction)

    @property
    def is_click(self) -> bool:
        """Whether a button or select was used, rather than a command."""
        return self.interaction.type is discord.InteractionType.component

    async def sentence(self, text: str) -> None:
        """Say something that only this person sees."""
        async with self._turn:
            if self.interaction.response.is_done():
                await self.interaction.followup.send(text, ephemeral=True, allowed_mentions=NOBODY)
            else:
                await self.interaction.response.send_message(text, ephemeral=True, allowed_mentions=NOBODY)

    async def private(self, view: LayoutView) -> None:
        """Show something that only this person sees."""
        async with self._turn:
            if self.interaction.response.is_done():
                await self.interaction.followup.send(
                    view=view, files=files_of(view), ephemeral=True, allowed_mentions=NOBODY
                )
            else:
                await self.interaction.response.send_message(
                    view=view, files=files_of(view), ephemeral=True, allowed_mentions=NOBODY
                )

    async def file(self, text: str, file: discord.File) -> None:
        """Hand over a file that only this person sees."""
        async with self._turn:
            if self.interaction.response.is_done():
                await self.interaction.followup.send(text, file=file, ephemeral=True, allowed_mentions=NOBODY)
            else:
                await self.interaction.response.send_message(
                    text, file=file, ephemeral=True, allowed_mentions=NOBODY
                )

    async def show(self, view: LayoutView) -> None:
        """Put something new in place of the message whose control was used."""
        async with self._turn:
            if self.interaction.response.is_done():
                await self.interaction.edit_original_response(
                    view=view, attachments=files_of(view), allowed_mentions=NOBODY
                )
            else:
                await self.interaction.response.edit_message(
                    view=view, attachments=files_of(view), allowed_mentions=NOBODY
                )

    async def defer(self) -> None:
        """Acknowledge now, answer later; nothing happens when an answer was given already."""
        async with self._turn:
            if self.interaction.response.is_done():
                return
            if self.is_click:
                await self.interaction.response.defer()
            else:
                await self.interaction.response.defer(ephemeral=True, thinking=True)


async def in_time(reply: Reply, work: Coroutine[Any, Any, None]) -> None:
    """Do the work, and acknowledge the interaction while it is under way if it takes long."""
    task = asyncio.ensure_future(work)
    try:
        done, _ = await asyncio.wait({task}, timeout=PATIENCE)
        if not done:
            await reply.defer()
        await task
    finally:
        task.cancel()
