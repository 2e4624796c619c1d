"""Tables in channels where the bot may not write: the missing permissions, and the sentence about them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _
from bot.permissions import missing, missing_to_post
from bot.render.words import listing

if TYPE_CHECKING:
    import discord

    from bot.tables.model.records import TableRecord

LIKELY = ("View Channel", "Send Messages")


def cannot_be_shown(client: discord.Client, table: TableRecord) -> bool:
    """Whether the bot knows that it may not post in the table's channel."""
    granted = _granted(client, table)
    if granted is None:
        return False
    return bool(missing_to_post(granted, in_thread=table.parent_id is not None))


def unshown_sentence(client: discord.Client, table: TableRecord) -> str:
    """The sentence for people who can grant the permissions."""
    granted = _granted(client, table)
    lacking = (granted is not None and missing(granted)) or LIKELY
    return _(
        "I am not allowed to write in {channel}, so table {number} cannot be shown there; "
        "hands still come by direct message. Whoever manages the server can give me these "
        "permissions in that channel: {permissions}. Then use /table board."
    ).format(
        channel=f"<#{table.channel_id}>",
        number=table.id,
        permissions=listing([f"“{name}”" for name in lacking]),
    )


def _granted(client: discord.Client, table: TableRecord) -> discord.Permissions | None:
    """The bot's permissions in the channel; None if it is not cached."""
    guild = client.get_guild(table.guild_id)
    channel = guild.get_channel_or_thread(table.channel_id) if guild else None
    return channel.permissions_for(guild.me) if guild and channel else None
