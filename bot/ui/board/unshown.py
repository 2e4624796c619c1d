"""Tables in channels where the bot may not write: the missing permissions, and the sentence about them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.language import N_, _
from bot.permissions import missing, missing_to_post
from bot.render.catalogue import text_of
from bot.render.words import quoted_listing
from bot.ui.wording.place import channel_of

if TYPE_CHECKING:
    from discord.abc import GuildChannel

    from bot.tables.model.records import TableRecord

LIKELY = ("View Channel", "Send Messages")
_UNSHOWN = N_("I am not allowed to write in {channel}, so table {number} cannot be shown there.")
_PLAYED_BY_DM = N_(
    "I am not allowed to write in {channel}, so table {number} cannot be shown there; hands still come by direct "
    "message."
)
_PLAYED_BY_COMMAND = N_(
    "I am not allowed to write in {channel}, so table {number} cannot be shown there; you can still play with /hand."
)


def cannot_be_shown(client: discord.Client, table: TableRecord) -> bool:
    """Whether the bot knows that it may not post in the table's channel."""
    channel = channel_of(client, table)
    if channel is None:
        return False
    return bool(missing_to_post(_granted(channel), in_thread=isinstance(channel, discord.Thread)))


def unshown_sentence(client: discord.Client, table: TableRecord) -> str:
    """The sentence for people who can grant the permissions."""
    channel = channel_of(client, table)
    lacking = (channel is not None and missing(_granted(channel))) or LIKELY
    remedy = _(
        "Whoever manages the server can give me these permissions in that channel: {permissions}. Then use "
        "/table board."
    )
    words = _(_unshown(table)) + " " + remedy
    return words.format(
        channel=f"<#{table.channel_id}>",
        number=table.id,
        permissions=quoted_listing([_(name) for name in lacking]),
    )


def _unshown(table: TableRecord) -> str:
    """What is wrong, and how people play meanwhile, if any do."""
    if not table.people or not table.phase.is_live:
        return _UNSHOWN
    return _PLAYED_BY_COMMAND if text_of(table.game).open_hands else _PLAYED_BY_DM


def _granted(channel: GuildChannel | discord.Thread) -> discord.Permissions:
    """The bot's permissions in the channel."""
    return channel.permissions_for(channel.guild.me)
