"""Sending, editing and deleting the messages that the bot keeps up to date, with Discord's refusals as errors."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING

import discord
from discord.ui import LayoutView

from bot.tables.model.sent_message import SentMessage
from bot.ui.kit.mentions import NOBODY
from bot.ui.kit.pictured import files_of
from bot.ui.messages.scheduler import low_priority

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.ui.interaction.free_edits import FreeEdits
    from bot.ui.interaction.uploads import Uploads
    from bot.ui.kit.loudness import Sent

log = logging.getLogger(__name__)

UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, TOO_OLD_TO_EDIT, ARCHIVED = 10003, 10008, 30046, 50083
BAD_REQUEST, TOO_MANY, INTERNAL_ERROR = 400, 429, 500
MISSING_ACCESS, MISSING_PERMISSIONS = 50001, 50013
NO_ACCESS = frozenset({MISSING_ACCESS, MISSING_PERMISSIONS})
CLOSED_THREAD = frozenset({ARCHIVED, 160005})
"""The message's thread is locked, so that the bot cannot reopen it by writing there."""
DMS_TOO_FAST, DMS_CLOSED = 40003, 50007
PASSING_IN_DMS = frozenset({DMS_TOO_FAST, MISSING_ACCESS})
"""Refusals of direct messages that say nothing about the person's settings, and pass."""
OLD_AFTER_SECONDS = 50 * 60.0
"""Seconds after which a message is replaced, because Discord limits edits of messages over an hour old."""


class MessageGoneError(Exception):
    """The message can no longer be edited: it was deleted, is too old, or its thread is archived."""


@dataclass(frozen=True, slots=True)
class Post:
    """A message to keep up to date: its content, the table version it shows, and its audience.

    `subject` identifies what a message with mentions is about; a new subject needs a new message.
    """

    table_id: int
    audience: int
    version: int
    view: LayoutView
    subject: str = ""


async def send(
    target: discord.abc.Messageable,
    post: Post,
    kind: Sent,
    mentioned: Sequence[int],
    *,
    nonce: str,
) -> discord.Message:
    """Post a new message that notifies the `mentioned` people.

    For a `nonce` used within the last minutes, Discord returns the existing message.
    """
    allowed = discord.AllowedMentions(users=[discord.Object(person) for person in mentioned]) if mentioned else NOBODY
    return await target.send(
        view=post.view, files=files_of(post.view), allowed_mentions=allowed, nonce=nonce, silent=kind.is_silent
    )


def sent(message: discord.Message, table_id: int, audience: int, version: int) -> SentMessage:
    """The stored form of a message."""
    at = message.created_at.timestamp()
    return SentMessage(table_id, audience, message.channel.id, message.id, at, version)


async def edit(
    client: discord.Client,
    old: SentMessage,
    post: Post,
    uploads: Uploads,
    free_edits: FreeEdits | None = None,
) -> None:
    """Edit a message; pictures it already has are not uploaded again.

    If somebody used the message recently, their interaction's token is used, which Discord does not count.

    Raises:
        MessageGoneError: the message can no longer be edited.
    """
    if free_edits is not None and await edit_freely(old, post, uploads, free_edits):
        return
    message, carried = partial_message(client, old), uploads.attachments(old.message_id, post.view)
    uploads.forget(old.message_id)  # until the outcome is known
    try:
        try:
            edited = await message.edit(view=post.view, attachments=carried, allowed_mentions=NOBODY)
        except discord.HTTPException as error:
            if error.status != BAD_REQUEST or all(isinstance(part, discord.File) for part in carried):
                raise
            files = files_of(post.view)  # Discord no longer has the old files
            edited = await message.edit(view=post.view, attachments=files, allowed_mentions=NOBODY)
    except discord.HTTPException as error:
        if error.code in (UNKNOWN_MESSAGE, TOO_OLD_TO_EDIT, ARCHIVED):
            raise MessageGoneError from error
        raise
    uploads.remember(old.message_id, edited, post.view)


async def edit_freely(old: SentMessage, post: Post, uploads: Uploads, free_edits: FreeEdits) -> bool:
    """Edit by an interaction's token; False if there is none or Discord refuses it, which ends its use."""
    token = free_edits.of(old.message_id)
    if token is None:
        return False
    carried = uploads.attachments(old.message_id, post.view)
    uploads.forget(old.message_id)
    try:
        edited = await token.edit(post.view, carried)
    except discord.HTTPException as error:
        free_edits.forget(old.message_id)
        log.info("A token no longer edits message %d (%d).", old.message_id, error.code)
        return False
    uploads.remember(old.message_id, edited, post.view)
    return True


async def delete(client: discord.Client, old: SentMessage) -> None:
    """Delete a message, if it still exists."""
    try:
        with low_priority():
            await partial_message(client, old).delete()
    except (discord.NotFound, discord.Forbidden):
        return


def is_final(error: discord.HTTPException) -> bool:
    """Whether the same request cannot succeed later either: it is refused for what it is, not because of too many."""
    is_too_many = error.status == TOO_MANY or error.code == DMS_TOO_FAST
    return BAD_REQUEST <= error.status < INTERNAL_ERROR and not is_too_many


def link_of(message: SentMessage) -> str:
    """The link to a direct message."""
    return f"https://discord.com/channels/@me/{message.channel_id}/{message.message_id}"


def partial_message(client: discord.Client, message: SentMessage) -> discord.PartialMessage:
    """A message by its ids alone, without fetching it."""
    return client.get_partial_messageable(message.channel_id).get_partial_message(message.message_id)


def channel(client: discord.Client, channel_id: int) -> discord.abc.Messageable:
    """A channel or thread by its id alone."""
    return client.get_partial_messageable(channel_id)


async def direct(client: discord.Client, person_id: int) -> discord.abc.Messageable:
    """The DM channel with a person, by id alone.

    Raises:
        discord.Forbidden: they accept no direct messages, which Discord may call a bad request here.
    """
    try:
        return await client.create_dm(discord.Object(person_id))
    except discord.HTTPException as error:
        if error.status == BAD_REQUEST and error.code == DMS_CLOSED:
            raise discord.Forbidden(error.response, {"code": error.code, "message": error.text}) from error
        raise
