"""Handles permanent refusals by Discord: closes tables without a channel, and reports missing permissions."""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING

from bot.permissions import missing_to_post_in_threads, of_bot
from bot.tables.model.records import CHANNEL_GONE
from bot.tables.model.sent_message import BOARD
from bot.ui.board.unshown import cannot_be_shown, unshown_sentence
from bot.ui.messages import posting
from bot.ui.wording.place import channel_of

if TYPE_CHECKING:
    import discord

    from bot.tables.model.records import TableRecord
    from bot.ui.messages.services import MessageServices
    from bot.ui.messages.table_messages import Kind, TableMessages
    from bot.ui.messages.trouble import Trouble

log = logging.getLogger(__name__)


class Refusals:
    """Handles refusals that no retry can fix."""

    def __init__(self, services: MessageServices, trouble: Trouble) -> None:
        self._client = services.client
        self._tables = services.tables
        self._trouble = trouble

    async def channel_deleted(self, messages: TableMessages) -> None:
        """Close the table, as nobody can see it any more."""
        log.info("The channel of table %d is gone; the table is closed.", messages.table_id)
        table = await self._tables().get(messages.table_id)
        if table is None:
            return
        await table.close(CHANNEL_GONE)
        await messages.forget(BOARD)

    async def may_not_write(self, messages: TableMessages) -> None:
        """Tell the table's host and the server's owner which permission is missing in the channel: each host once, and
        the owner once for all tables there, until the bot may write again. They are also told again once the reason is
        known, because nobody can tell whether refusals without one are over.

        In quiet hours, a host is told afterwards, in the list of waiting tables; an owner at the next refusal. If
        nothing has changed there since the bot was started, they know already.
        """
        table = messages.position.record
        log.warning("No permission to write in the channel of table %d.", table.id)
        was_closed = messages.is_closed
        messages.is_closed = channel_of(self._client, table) is None or cannot_be_shown(self._client, table)
        if messages.is_closed and not was_closed:
            messages.notified_of_refusal.clear()
        if 1 < table.version == messages.first_version:
            return
        sentence = partial(unshown_sentence, self._client, table)
        if table.host not in messages.notified_of_refusal:
            messages.notified_of_refusal.add(table.host)
            await self._trouble.tell(table.host, table.guild_id, sentence)
        guild = self._client.get_guild(table.guild_id)
        if guild is not None and guild.owner_id != table.host:
            is_closed = partial(_is_closed, self._client, table)
            await self._trouble.tell_owner(table.guild_id, _place(table), sentence, is_closed)

    def may_write_again(self, messages: TableMessages) -> None:
        """Note that the bot may write in the table's channel by now; if it may not later, its host is told again."""
        if messages.is_closed:
            messages.is_closed = False
            messages.notified_of_refusal.clear()

    async def open_dms_anew(self, messages: TableMessages, kind: Kind) -> None:
        """Open the direct messages of a hand's owner again, or of the host whose table is there."""
        await posting.open_anew(self._client, kind if isinstance(kind, int) else messages.position.record.host)


def _place(table: TableRecord) -> int:
    """The channel that an owner is told about: a thread's own one, which has its permissions."""
    return table.parent_id or table.channel_id


def _is_closed(client: discord.Client, table: TableRecord) -> bool:
    """Whether the bot knows that it may not write there. Of a thread that is archived or hidden, it knows only what its
    channel allows.
    """
    guild, channel = client.get_guild(table.guild_id), channel_of(client, table)
    if guild is None or channel is not None:
        return guild is None or cannot_be_shown(client, table)
    parent = None if table.parent_id is None else guild.get_channel(table.parent_id)
    return parent is None or bool(missing_to_post_in_threads(of_bot(parent)))
