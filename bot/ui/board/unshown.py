"""Channels where the bot may not write: what keeps it from that, and the sentence about a table there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.language import N_, _
from bot.permissions import missing_to_post, of_bot
from bot.render.catalogue import text_of
from bot.render.words import quoted_listing
from bot.ui.kit.timestamps import date_and_time
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
    return channel is not None and is_closed(of_bot(channel), channel)


def is_closed(granted: discord.Permissions, channel: object) -> bool:
    """Whether the bot, with these permissions, may not post in the channel."""
    return bool(missing_to_post(granted, channel) or obstacle(channel))


def unshown_sentence(client: discord.Client, table: TableRecord) -> str:
    """The sentence for people who can change that."""
    words = _(_unshown(table)).format(channel=f"<#{table.channel_id}>", number=table.id)
    return f"{words} {_remedy(client, table)}"


def obstacle(channel: object) -> str:
    """What keeps the bot from writing in the channel despite its permissions, as a sentence; empty if nothing does."""
    if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        return ""
    until = channel.guild.me.timed_out_until
    if until is not None and channel.guild.me.is_timed_out():
        return _("This server has given me a timeout until {until}; a moderator can end it earlier.").format(
            until=date_and_time(until.timestamp())
        )
    if isinstance(channel, discord.Thread) and is_hidden(channel):
        return _not_in_thread(channel.guild.me)
    if isinstance(channel, discord.Thread) and channel.locked and not of_bot(channel).manage_threads:
        return _("This thread is locked, so I cannot write in it until somebody unlocks it.")
    return ""


def is_hidden(thread: discord.Thread) -> bool:
    """Whether nobody has added the bot to a private thread: Discord tells it of every open thread that it can see."""
    return thread.is_private() and not thread.archived and thread.guild.get_thread(thread.id) is None


def _remedy(client: discord.Client, table: TableRecord) -> str:
    """What can be done so that the table can be shown."""
    channel, guild = channel_of(client, table), client.get_guild(table.guild_id)
    if guild is None:
        return _("I am no longer in that server; whoever manages it can add me again.")
    if channel is None and table.parent_id is None:
        return _not_in_thread(guild.me)  # channels are known, and threads of public ones have a parent
    lacking = (channel is not None and _lacking(channel)) or LIKELY
    return obstacle(channel) or _(
        "Whoever manages the server can give me these permissions in that channel: {permissions}. Then use "
        "/table board."
    ).format(permissions=quoted_listing([_(name) for name in lacking]))


def _lacking(channel: GuildChannel | discord.Thread) -> tuple[str, ...]:
    """The permissions that the bot needs there; of a channel that it cannot view, Discord says nothing else."""
    granted = of_bot(channel)
    lacking = missing_to_post(granted, channel)
    return lacking if granted.view_channel else lacking[:1]


def _not_in_thread(me: discord.Member) -> str:
    return _("I am not in this private thread; mention {me} in it to add me.").format(me=me.mention)


def _unshown(table: TableRecord) -> str:
    """What is wrong, and how people play meanwhile, if any do."""
    if not table.people or not table.phase.is_live:
        return _UNSHOWN
    return _PLAYED_BY_COMMAND if text_of(table.game).open_hands else _PLAYED_BY_DM
