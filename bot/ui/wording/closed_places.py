"""What keeps the bot from writing in a channel, and what can be done about it, as sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.language import _
from bot.permissions import missing_for_pictures, missing_to_post, of_bot
from bot.render.words import quoted_listing
from bot.ui.kit.timestamps import date_and_time

if TYPE_CHECKING:
    from discord.abc import GuildChannel

LIKELY = ("View Channel", "Send Messages")


def is_closed(granted: discord.Permissions, channel: object) -> bool:
    """Whether the bot, with these permissions, may not post in the channel."""
    return bool(missing_to_post(granted, channel) or obstacle(channel))


def obstacle(channel: object) -> str:
    """What keeps the bot from writing in the channel despite its permissions, as a sentence; empty if nothing does."""
    if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        return ""
    until = channel.guild.me.timed_out_until
    if until is not None and channel.guild.me.is_timed_out():
        return _("This server has given me a timeout until {until}; a moderator can end it earlier.").format(
            until=date_and_time(until.timestamp())
        )
    if isinstance(channel, discord.Thread) and _is_hidden(channel):
        return not_in_thread(channel.guild.me)
    if isinstance(channel, discord.Thread) and channel.locked and not of_bot(channel).manage_threads:
        return _("This thread is locked, so I cannot write in it until somebody unlocks it.")
    return ""


def _is_hidden(thread: discord.Thread) -> bool:
    """Whether nobody has added the bot to a private thread: Discord tells it of every open thread that it can see."""
    return thread.is_private() and not thread.archived and thread.guild.get_thread(thread.id) is None


def not_in_thread(me: discord.Member) -> str:
    """How to add the bot to a private thread."""
    return _("I am not in this private thread; mention {me} in it to add me.").format(me=me.mention)


def permissions_to_give(channel: GuildChannel | discord.Thread | None) -> str:
    """Who can give the bot the permissions to post there, and which; the likely ones if the bot knows of none."""
    lacking = (channel is not None and lacking_to_post(channel)) or LIKELY
    return _("Whoever manages the server can give me these permissions in that channel: {permissions}.").format(
        permissions=quoted_listing([_(name) for name in lacking])
    )


def lacking_to_post(channel: GuildChannel | discord.Thread) -> tuple[str, ...]:
    """The permissions that the bot needs there; of a channel that it cannot view, Discord says nothing else."""
    granted = of_bot(channel)
    lacking = missing_to_post(granted, channel)
    return lacking if granted.view_channel else lacking[:1]


def in_words_note(granted: discord.Permissions) -> str:
    """Why a board in this channel has no pictures; empty if it has."""
    lacking = missing_for_pictures(granted)
    if not lacking:
        return ""
    return _("-# Cards are shown in words here; for pictures, I need the permission {names} in this channel.").format(
        names=quoted_listing([_(name) for name in lacking])
    )
