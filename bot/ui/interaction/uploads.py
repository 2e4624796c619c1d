"""Tracks the pictures of each message, so that edits of the text do not upload them again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from cachetools import LRUCache

from bot.ui.kit.failing import BAD_REQUEST
from bot.ui.kit.pictured import files_of, shown_in
from bot.uploaded import UploadedFile, picture_ids

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Hashable, Sequence

    from discord.ui import LayoutView

MAX_MESSAGES = 2_000


class Uploads:
    """The pictures of recently sent or edited messages; after a restart they are uploaded once more.

    Discord names a message's pictures only in its response to a request: a message without pictures in the response is
    assumed to have none.
    """

    def __init__(self) -> None:
        self._held: LRUCache[int, dict[Hashable, UploadedFile]] = LRUCache(MAX_MESSAGES)

    async def edit(
        self,
        message_id: int,
        view: LayoutView,
        put: Callable[[Sequence[discord.File | discord.Attachment]], Awaitable[discord.Message | None]],
    ) -> None:
        """Have `put` edit the message with these attachments: references to pictures that it has, and files for all
        others; only files if Discord refuses that, because it no longer has them.
        """
        held = self._held.pop(message_id, {})  # until the outcome is known
        carried = [held.get(shown.mark) or shown.file() for shown in shown_in(view)]
        try:
            edited = await put(carried)
        except discord.HTTPException as error:
            if error.status != BAD_REQUEST or all(isinstance(part, discord.File) for part in carried):
                raise
            edited = await put(files_of(view))
        self.remember(message_id, edited, view)

    def remember(self, message_id: int, message: discord.Message | None, view: LayoutView) -> None:
        """Note that the message now shows this view, according to Discord's response."""
        shown = shown_in(view)
        found = list(picture_ids(message.components)) if message is not None else []
        if not shown or len(found) != len(shown):
            self.forget(message_id)
            return
        self._held[message_id] = {
            picture.mark: UploadedFile(number) for picture, number in zip(shown, found, strict=True)
        }

    def forget(self, message_id: int) -> None:
        """Forget a message that is gone or whose pictures are unknown."""
        self._held.pop(message_id, None)
