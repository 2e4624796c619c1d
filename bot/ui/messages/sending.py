"""Sends a message only once, even if the bot dies before recording Discord's answer.

Each send carries a nonce made from an attempt that was stored first. An attempt found without a message is repeated
with the same nonce, and Discord returns the existing message if it is at most a few minutes old.
"""

from __future__ import annotations

import hashlib
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import aiohttp

from bot.ui.kit.failing import REQUEST_FAILURES
from bot.ui.messages import posting
from bot.ui.messages.posting import MessageGoneError

if TYPE_CHECKING:
    from collections.abc import Sequence

    import discord

    from bot.tables.model.sent_message import SentMessage
    from bot.tables.model.stores import MessageStore
    from bot.ui.interaction.uploads import Uploads
    from bot.ui.kit.loudness import Sent
    from bot.ui.messages.posting import Post
    from bot.ui.messages.table_messages import TableMessages

log = logging.getLogger(__name__)

NONCE_LENGTH = 25
"""Discord's maximum length."""


def nonce(table_id: int, audience: int, subject: str, attempt: str) -> str:
    """The nonce of one send, the same for repeated attempts."""
    said = f"{table_id} {audience} {subject} {attempt}"
    return hashlib.sha256(said.encode()).hexdigest()[:NONCE_LENGTH]


async def safe_send(target: discord.abc.Messageable, *words: str, **more: Any) -> discord.Message:
    """Send a message with a nonce, and once more if the network fails: if Discord has it already, it returns that one.

    Raises one of REQUEST_FAILURES.
    """
    try:
        return await target.send(*words, **more)
    except (aiohttp.ClientError, OSError):
        return await target.send(*words, **more)


async def remove_now_or_later(
    client: discord.Client, messages: TableMessages, store: MessageStore, old: SentMessage
) -> None:
    """Delete a message whose place another may take; if Discord fails, it is deleted with the clean-up."""
    try:
        await posting.delete(client, old)
    except REQUEST_FAILURES as error:
        log.info("Could not delete a message of table %d now: %s", messages.table_id, error)
        messages.replaced.append(old)
    await messages.forget(store, old.audience)


async def send_once(
    client: discord.Client,
    messages: TableMessages,
    store: MessageStore,
    target: discord.abc.Messageable,
    post: Post,
    kind: Sent,
    uploads: Uploads,
    mentioned: Sequence[int] = (),
) -> SentMessage:
    """Post a new message; if an earlier attempt reached Discord, update the message it created."""
    attempt, again = await messages.attempt(store, post.audience)
    name = nonce(post.table_id, post.audience, post.subject, attempt)
    if not again:
        with suppress(aiohttp.ClientError, OSError):  # Discord may have it, even if nobody needs it at the next try
            new = await posting.send(target, post, kind, mentioned, nonce=name)
            uploads.remember(new.id, new, post.view)
            return posting.sent(new, post.table_id, post.audience, post.version)
    message = await posting.send(target, post, kind, mentioned, nonce=name)
    found = posting.sent(message, post.table_id, post.audience, post.version)
    try:
        await posting.edit(client, found, post, uploads)  # it may be outdated
    except MessageGoneError:
        messages.attempts.pop(post.audience, None)
        return await send_once(client, messages, store, target, post, kind, uploads, mentioned)
    return found
