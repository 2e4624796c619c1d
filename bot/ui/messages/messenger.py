"""Sends, edits and deletes the messages that the bot keeps up to date."""

from __future__ import annotations

import logging
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

import discord

from bot.ui.kit.failing import NETWORK_FAILURES, REQUEST_FAILURES, log_failures
from bot.ui.kit.mentions import NOBODY
from bot.ui.messages import posting
from bot.ui.messages.posting import GONE
from bot.ui.messages.sending import make_nonce
from bot.ui.pacing.scheduler import low_priority

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discord.ui import LayoutView

    from bot.tables.model.sent_message import SentMessage
    from bot.ui.kit.loudness import Sent
    from bot.ui.kit.types import Interaction
    from bot.ui.messages.posting import Post
    from bot.ui.messages.services import MessageServices
    from bot.ui.messages.table_messages import TableMessages

log = logging.getLogger(__name__)


class Messenger:
    """Sends each message once, uploads each picture once, and edits by an interaction's token where there is one."""

    def __init__(self, services: MessageServices) -> None:
        self._client = services.client
        self._uploads = services.uploads
        self._free_edits = services.free_edits

    async def send_once(
        self,
        messages: TableMessages,
        target: discord.abc.Messageable,
        post: Post,
        kind: Sent,
        mentioned: Sequence[int] = (),
    ) -> SentMessage:
        """Post a new message, even if the bot died before recording Discord's answer to an earlier attempt: the message
        that it created is updated.
        """
        attempt, again = await messages.attempt(post.audience)
        name = make_nonce(messages.table_id, post.audience, post.subject, attempt)
        if not again:
            with suppress(*NETWORK_FAILURES):  # Discord may have it, even if nobody needs it at the next try
                new = await posting.send(target, post, kind, mentioned, nonce=name)
                self._uploads.remember(new.id, new, post.view)
                return posting.sent(new, messages.table_id, post.audience, post.version)
        message = await posting.send(target, post, kind, mentioned, nonce=name)
        found = posting.sent(message, messages.table_id, post.audience, post.version)
        if await self.edit(found, post.view):  # it may be outdated
            return found
        messages.attempts.pop(post.audience, None)
        return await self.send_once(messages, target, post, kind, mentioned)

    async def edit(self, old: SentMessage, view: LayoutView, given_up: frozenset[int] = GONE) -> bool:
        """Edit a message; pictures it already has are not uploaded again. False if Discord refuses with one of these
        codes, by default because it was deleted, is too old, or its thread is archived.

        If somebody used the message recently, their interaction's token is used, which Discord does not count.
        """
        if await self.edit_freely(old, view):
            return True
        message = posting.partial_message(self._client, old.channel_id, old.message_id)
        try:
            await self._uploads.edit(
                old.message_id,
                view,
                lambda attachments: message.edit(view=view, attachments=attachments, allowed_mentions=NOBODY),
            )
        except discord.HTTPException as error:
            if error.code not in given_up:
                raise
            return False
        return True

    async def edit_freely(self, old: SentMessage, view: LayoutView) -> bool:
        """Edit by an interaction's token; False if there is none or Discord refuses it, which ends its use."""
        token = self._free_edits.of(old.message_id)
        if token is None:
            return False
        try:
            await self._uploads.edit(old.message_id, view, partial(token.edit, view))
        except discord.HTTPException as error:
            self._free_edits.forget(old.message_id)
            log.info("A token no longer edits message %d (%d).", old.message_id, error.code)
            return False
        return True

    async def delete(self, old: SentMessage) -> None:
        """Delete a message, if it still exists."""
        with suppress(discord.NotFound, discord.Forbidden), low_priority():
            await posting.partial_message(self._client, old.channel_id, old.message_id).delete()
        self._uploads.forget(old.message_id)

    async def remove(self, messages: TableMessages, old: SentMessage) -> None:
        """Delete a message, and forget it."""
        await self.delete(old)
        await messages.forget(old.audience)

    async def delete_now_or_later(self, messages: TableMessages, audience: int) -> None:
        """Remove the audience's message, if any, whose place another may take; if Discord fails, it is deleted with the
        clean-up.
        """
        old = (await messages.load()).get(audience)
        if old is None:
            return
        try:
            await self.delete(old)
        except REQUEST_FAILURES as error:
            log.info("Could not delete a message of table %d now: %s", messages.table_id, error)
            messages.replaced.append(old)
        await messages.forget(audience)

    # Messages that only tokens can change

    def can_edit_freely(self, message_id: int) -> bool:
        """Whether a token can change the message now."""
        return self._free_edits.of(message_id) is not None

    def note_follow_up(self, message: discord.Message, view: LayoutView, interaction: Interaction) -> None:
        """Note a follow-up that shows this view, which its interaction's token can change."""
        self._uploads.remember(message.id, message, view)
        self._free_edits.remember(message.id, interaction, is_original=False)

    async def delete_freely(self, message_id: int) -> None:
        """Delete the message, if a token can."""
        token = self._free_edits.of(message_id)
        if token is not None:
            with log_failures(log, f"A token could not delete message {message_id}"):
                await token.delete()
            self._free_edits.forget(message_id)
        self._uploads.forget(message_id)
