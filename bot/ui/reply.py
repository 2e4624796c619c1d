"""Answering one interaction: in time, once, and never with a bare “interaction failed”."""

from __future__ import annotations

import asyncio
from time import perf_counter
from typing import TYPE_CHECKING, Any

import discord

from bot.ui.house import NOBODY, house
from bot.ui.mentions import clickable
from bot.ui.pictured import files_of

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from discord.ui import LayoutView

    from bot.operations.metrics import Metrics
    from bot.ui.house import House, Interaction

PATIENCE = 0.1
"""Seconds of work before the interaction is acknowledged without its answer; Discord gives three in all.

Long enough that an answer without a picture to draw needs no second request, short enough that nobody sees a wait.
"""


class Reply:
    """The answers to one interaction; the first acknowledges it, whichever comes first."""

    def __init__(self, interaction: Interaction, metrics: Metrics | None = None) -> None:
        self.interaction = interaction
        self._turn = asyncio.Lock()
        self._metrics = metrics
        self._arrived = perf_counter()

    @property
    def house(self) -> House:
        return house(self.interaction)

    @property
    def is_click(self) -> bool:
        """Whether a button or select was used, rather than a command."""
        return self.interaction.type is discord.InteractionType.component

    @property
    def is_private(self) -> bool:
        """Whether a control was used in a message that only this person sees: a DM or an ephemeral answer."""
        message = self.interaction.message
        return message is not None and (self.interaction.guild_id is None or message.flags.ephemeral)

    def _note(self) -> None:
        """The interaction is about to be acknowledged."""
        if self._metrics is not None:
            self._metrics.acknowledged(perf_counter() - self._arrived)

    async def sentence(self, text: str) -> None:
        """Say something that only this person sees."""
        text = clickable(text)
        async with self._turn:
            if self.interaction.response.is_done():
                await self.interaction.followup.send(text, ephemeral=True, allowed_mentions=NOBODY)
            else:
                self._note()
                await self.interaction.response.send_message(text, ephemeral=True, allowed_mentions=NOBODY)

    async def private(self, view: LayoutView) -> None:
        """Show something that only this person sees."""
        async with self._turn:
            if self.interaction.response.is_done():
                await self.interaction.followup.send(
                    view=view, files=files_of(view), ephemeral=True, allowed_mentions=NOBODY
                )
            else:
                self._note()
                await self.interaction.response.send_message(
                    view=view, files=files_of(view), ephemeral=True, allowed_mentions=NOBODY
                )

    async def file(self, text: str, file: discord.File) -> None:
        """Hand over a file that only this person sees."""
        async with self._turn:
            if self.interaction.response.is_done():
                await self.interaction.followup.send(text, file=file, ephemeral=True, allowed_mentions=NOBODY)
            else:
                self._note()
                await self.interaction.response.send_message(
                    text, file=file, ephemeral=True, allowed_mentions=NOBODY
                )

    async def show(self, view: LayoutView) -> None:
        """Put something new in place of the message whose control was used."""
        async with self._turn:
            message, uploads = self.interaction.message, self.house.announcer.uploads
            if message is not None:
                uploads.forget(message.id)
            shown = await self._put(view)
            if message is not None and not message.flags.ephemeral:
                uploads.note(message.id, shown, view)

    async def _put(self, view: LayoutView) -> discord.Message | None:
        """The message as Discord says that it is now."""
        if self.interaction.response.is_done():
            return await self.interaction.edit_original_response(
                view=view, attachments=files_of(view), allowed_mentions=NOBODY
            )
        self._note()
        answer = await self.interaction.response.edit_message(
            view=view, attachments=files_of(view), allowed_mentions=NOBODY
        )
        shown = answer.resource if answer is not None else None
        return shown if isinstance(shown, discord.Message) else None

    async def defer(self) -> None:
        """Acknowledge now, answer later; nothing happens when an answer was given already."""
        async with self._turn:
            if self.interaction.response.is_done():
                return
            self._note()
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
