"""Tables that the bot may not show in their channel, and the sentence about one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import N_, _
from bot.permissions import of_bot
from bot.render.catalogue import text_of
from bot.ui.wording.closed_places import is_closed, not_in_thread, obstacle, permissions_to_give
from bot.ui.wording.place import channel_of

if TYPE_CHECKING:
    import discord

    from bot.tables.model.records import TableRecord

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


def unshown_sentence(client: discord.Client, table: TableRecord) -> str:
    """The sentence for people who can change that."""
    words = _(_unshown(table)).format(channel=f"<#{table.channel_id}>", number=table.id)
    return f"{words} {_remedy(client, table)}"


def _remedy(client: discord.Client, table: TableRecord) -> str:
    """What can be done so that the table can be shown."""
    channel, guild = channel_of(client, table), client.get_guild(table.guild_id)
    if guild is None:
        return _("I am no longer in that server; whoever manages it can add me again.")
    if channel is None and table.parent_id is None:
        return not_in_thread(guild.me)  # channels are known, and threads of public ones have a parent
    return obstacle(channel) or f"{permissions_to_give(channel)} {_('Then use /table board.')}"


def _unshown(table: TableRecord) -> str:
    """What is wrong, and how people play meanwhile, if any do."""
    if not table.people or not table.phase.is_live:
        return _UNSHOWN
    return _PLAYED_BY_COMMAND if text_of(table.game).open_hands else _PLAYED_BY_DM
