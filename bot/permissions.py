"""The minimal permissions the bot needs in a server, and the invite link that requests them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord.utils import oauth_url

from bot.language import N_

if TYPE_CHECKING:
    from collections.abc import Iterable

    from discord.abc import GuildChannel

NEEDED = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    embed_links=True,
    attach_files=True,
    read_message_history=True,
)
"""For boards with pictures and threads for tables; nothing to manage or moderate."""

_NAMES = {
    "view_channel": N_("View Channel"),
    "send_messages": N_("Send Messages"),
    "send_messages_in_threads": N_("Send Messages in Threads"),
    "create_public_threads": N_("Create Public Threads"),
    "embed_links": N_("Embed Links"),
    "attach_files": N_("Attach Files"),
    "read_message_history": N_("Read Message History"),
}
_ALL_NAMES = _NAMES | {"connect": N_("Connect")}


def missing(granted: discord.Permissions) -> tuple[str, ...]:
    """The needed permissions that were not granted, under the English names in Discord's settings, marked with `N_`."""
    if granted.administrator:
        return ()
    # "view_channel" is an alias in discord.py, so the flags are read one by one.
    return _missing(granted, _NAMES)


def missing_to_post(granted: discord.Permissions, channel: object) -> tuple[str, ...]:
    """Those without which the bot cannot post in the channel, named as above; without others it posts words."""
    if isinstance(channel, discord.Thread):
        return missing_to_post_in_threads(granted)
    return _missing(granted, (*_to_read(channel), "send_messages"))


def missing_to_post_in_threads(granted: discord.Permissions) -> tuple[str, ...]:
    """Those without which the bot cannot post in a channel's threads, named as above."""
    return _missing(granted, ("view_channel", "send_messages_in_threads"))


def missing_for_pictures(granted: discord.Permissions) -> tuple[str, ...]:
    """Those without which the bot's messages in a channel have words in place of pictures, named as above."""
    return _missing(granted, ("attach_files",))


def missing_to_open_thread(granted: discord.Permissions) -> tuple[str, ...]:
    """Those without which the bot cannot open a thread in a channel and post there, named as above."""
    return _missing(granted, ("view_channel", "create_public_threads", "send_messages_in_threads"))


def can_read(granted: discord.Permissions, channel: object) -> bool:
    """Whether somebody with these permissions can read in the channel."""
    return not _missing(granted, _to_read(channel))


def of_bot(channel: GuildChannel | discord.Thread) -> discord.Permissions:
    """The bot's own permissions in the channel."""
    return channel.permissions_for(channel.guild.me)


def _to_read(channel: object) -> tuple[str, ...]:
    """The text of a voice channel is closed to whoever may not connect to it, which everybody usually may."""
    is_voice = isinstance(channel, discord.VoiceChannel | discord.StageChannel)
    return ("view_channel", "connect") if is_voice else ("view_channel",)


def _missing(granted: discord.Permissions, needed: Iterable[str]) -> tuple[str, ...]:
    return tuple(_ALL_NAMES[flag] for flag in needed if not getattr(granted, flag))


def user_link(application_id: int) -> str:
    """The Discord page where people add the bot to their own account, to have its commands everywhere."""
    return oauth_url(application_id, scopes=("applications.commands",)) + "&integration_type=1"


def invite_link(application_id: int) -> str:
    """The Discord page where a server manager adds the bot."""
    return oauth_url(application_id, permissions=NEEDED, scopes=("bot", "applications.commands"))
