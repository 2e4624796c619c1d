"""A message to be kept up to date, the channels that take it, and the codes with which Discord refuses it."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING

import discord
from discord.ui import LayoutView

from bot.tables.model.sent_message import SentMessage
from bot.ui.kit.failing import BAD_REQUEST, is_unknown_emoji, log_failures, may_pass
from bot.ui.kit.mentions import NOBODY, notifying
from bot.ui.kit.pictured import files_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.ui.kit.loudness import Sent

log = logging.getLogger(__name__)

UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, TOO_OLD_TO_EDIT, ARCHIVED = 10003, 10008, 30046, 50083
GONE = frozenset({UNKNOWN_MESSAGE, TOO_OLD_TO_EDIT, ARCHIVED})
"""The message can no longer be edited, or not soon enough."""
GONE_FOR_GOOD = frozenset({UNKNOWN_MESSAGE})
"""The same for what is not urgent: Discord limits the edits of old messages in a channel only for a while, and a thread
may be opened again.
"""
MISSING_ACCESS, MISSING_PERMISSIONS = 50001, 50013
NO_ACCESS = frozenset({MISSING_ACCESS, MISSING_PERMISSIONS})
CLOSED_THREAD = frozenset({ARCHIVED, 160005})
"""The message's thread is locked, so that the bot cannot reopen it by writing there."""
DMS_CLOSED = frozenset({50007, 50278})
"""The person accepts no direct messages, or shares no server with the bot, which they have added to their account."""
DMS_TOO_FAST = 40003
FLAGGED_AS_SPAM = 20026
"""Discord has flagged the bot for spam, and lets it write only to people to whom it has written before, until its owner
has appealed (discord-api-docs, issues 2669 and 5987).
"""
PASSING_IN_DMS = frozenset({DMS_TOO_FAST, MISSING_ACCESS})
"""Refusals of direct messages that say nothing about the person's settings, and pass."""
OLD_AFTER_SECONDS = 50 * 60.0
"""Seconds after which a message is replaced, because Discord limits edits of messages over an hour old."""


@dataclass(frozen=True, slots=True)
class Post:
    """A new message to keep up to date: its audience, the table version it shows, and its content.

    `subject` identifies what a message with mentions is about; a new subject needs a new message.
    """

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
    allowed = notifying(mentioned) if mentioned else NOBODY
    return await target.send(
        view=post.view, files=files_of(post.view), allowed_mentions=allowed, nonce=nonce, silent=kind.is_silent
    )


def sent(message: discord.Message, table_id: int, audience: int, version: int) -> SentMessage:
    """The stored form of a message."""
    at = message.created_at.timestamp()
    return SentMessage(table_id, audience, message.channel.id, message.id, at, version)


def is_final(error: Exception) -> bool:
    """Whether the same request cannot succeed later either: it is refused for what it is, not because of too many, of
    an emoji or of a token that was reset.
    """
    if not isinstance(error, discord.HTTPException) or may_pass(error):
        return False
    return error.code != DMS_TOO_FAST and not is_unknown_emoji(error)


def partial_message(client: discord.Client, channel_id: int, message_id: int) -> discord.PartialMessage:
    """A message by its ids alone, without fetching it."""
    return client.get_partial_messageable(channel_id).get_partial_message(message_id)


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
        if error.status == BAD_REQUEST and error.code in DMS_CLOSED:
            raise discord.Forbidden(error.response, {"code": error.code, "message": error.text}) from error
        raise


async def open_anew(client: discord.Client, person_id: int) -> None:
    """Open the DM channel with a person again, which the library does once per run: until then, Discord may refuse
    messages there (discord-api-docs, issue 7666). If it fails, that is only logged.
    """
    with log_failures(log, "Direct messages could not be opened again"):
        await client.http.start_private_message(person_id)
