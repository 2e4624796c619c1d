"""Sends a message only once, even if the bot dies before recording Discord's answer.

Each send carries a nonce, made from an attempt that was stored before. Who finds an attempt without a message tries it
again with the same nonce, and Discord answers with the message that it has already, if that is a few minutes old at
most.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from bot.ui.messages import posting
from bot.ui.messages.posting import MessageGoneError

if TYPE_CHECKING:
    from collections.abc import Sequence

    import discord

    from bot.tables.model.protocols import MessageStore
    from bot.tables.model.records import SentMessage
    from bot.ui.messages.posting import Post
    from bot.ui.messages.table_messages import Room
    from bot.ui.messages.uploads import Uploads

NONCE_LENGTH = 25
"""Discord's maximum length."""


def nonce(table_id: int, audience: int, subject: str, attempt: str) -> str:
    """The name of one send: equal for repeats of an attempt to say the same."""
    said = f"{table_id} {audience} {subject} {attempt}"
    return hashlib.sha256(said.encode()).hexdigest()[:NONCE_LENGTH]


async def send_once(
    client: discord.Client,
    room: Room,
    store: MessageStore,
    target: discord.abc.Messageable,
    post: Post,
    uploads: Uploads | None = None,
    mentioned: Sequence[int] = (),
) -> SentMessage:
    """Post a new message; where an earlier attempt reached Discord, bring the message that it made up to date."""
    attempt, again = await room.attempt(store, post.audience)
    name = nonce(post.table_id, post.audience, post.subject, attempt)
    if not again:
        return await posting.send(target, post, uploads, mentioned, nonce=name)
    found = await posting.send(target, post, None, mentioned, nonce=name)
    try:
        await posting.edit(client, found, post, uploads)  # it may show what was true then
    except MessageGoneError:
        room.attempts.pop(post.audience, None)
        return await send_once(client, room, store, target, post, uploads, mentioned)
    return found
