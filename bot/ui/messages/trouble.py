"""Handles permanent refusals by Discord: closes tables without a channel, and reports missing permissions."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import discord

from bot.language import _, speaking
from bot.permissions import missing
from bot.render.words import listing
from bot.tables.model.records import CHANNEL_GONE
from bot.tables.model.sent_message import BOARD
from bot.ui.kit.loudness import Sent
from bot.ui.kit.mentions import NOBODY, written
from bot.ui.messages import posting

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.tables.model.records import TableRecord
    from bot.tables.model.stores import MessageStore
    from bot.tables.runtime.tables import Tables
    from bot.ui.interaction.languages import Languages
    from bot.ui.messages.table_messages import TableMessages

log = logging.getLogger(__name__)


class Trouble:
    """Handles refusals that no retry can fix."""

    def __init__(
        self,
        client: discord.Client,
        store: MessageStore,
        languages: Languages,
        tables: Callable[[], Tables],
    ) -> None:
        self._client = client
        self._store = store
        self._languages = languages
        self._tables = tables

    async def channel_is_gone(self, messages: TableMessages) -> None:
        """Close the table, as nobody can see it any more."""
        log.info("The channel of table %d is gone; the table is closed.", messages.table_id)
        table = await self._tables().get(messages.table_id)
        if table is None:
            return
        await table.close(CHANNEL_GONE)
        await messages.forget(self._store, BOARD)

    async def may_not_write(self, messages: TableMessages, table: TableRecord) -> None:
        """Tell the table's host and the server's owner, once, which permission is missing in the channel."""
        log.warning("No permission to write in the channel of table %d.", table.id)
        if messages.host_was_told:
            return
        messages.host_was_told = True
        guild = self._client.get_guild(table.guild_id)
        people = dict.fromkeys([table.host, *([guild.owner_id] if guild and guild.owner_id else [])])
        lacking = _lacking(guild, table.channel_id)
        for person in people:
            await self._tell(person, table, lacking)

    async def _tell(self, person: int, table: TableRecord, lacking: tuple[str, ...]) -> None:
        try:
            target = await posting.direct(self._client, person)
            with speaking(await self._languages.of_person(person, table.guild_id)):
                sentence = _(
                    "I am not allowed to write in {channel}, so table {number} cannot be shown there; "
                    "hands still come by direct message. Whoever manages the server can give me these "
                    "permissions in that channel: {permissions}. Then use /table board."
                ).format(
                    channel=f"<#{table.channel_id}>",
                    number=table.id,
                    permissions=listing([f"“{name}”" for name in lacking]),
                )
                sentence = written(sentence)
            await target.send(sentence, allowed_mentions=NOBODY, silent=Sent.TROUBLE.is_silent)
        except discord.HTTPException as error:
            log.info("Person %d could not be told of table %d (%d).", person, table.id, error.code)


def _lacking(guild: discord.Guild | None, channel_id: int) -> tuple[str, ...]:
    """The permissions that the bot lacks in the channel; the most likely ones if the channel is not cached."""
    channel = guild.get_channel_or_thread(channel_id) if guild else None
    found = missing(channel.permissions_for(guild.me)) if guild and channel else ()
    return found or ("View Channel", "Send Messages")
