"""Handles permanent refusals by Discord: closes tables without a channel, and reports missing permissions."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from bot.language import speaking
from bot.tables.model.records import CHANNEL_GONE
from bot.tables.model.sent_message import BOARD
from bot.ui.board.unshown import cannot_be_shown, unshown_sentence
from bot.ui.kit.failing import log_failures
from bot.ui.kit.loudness import Sent
from bot.ui.kit.mentions import NOBODY, written
from bot.ui.messages import posting
from bot.ui.wording.place import channel_of

if TYPE_CHECKING:
    from bot.tables.model.records import TableRecord
    from bot.ui.messages.notifications import Notifications
    from bot.ui.messages.services import MessageServices
    from bot.ui.messages.table_messages import Kind, TableMessages

log = logging.getLogger(__name__)


class Refusals:
    """Handles refusals that no retry can fix."""

    def __init__(self, services: MessageServices, notifications: Notifications) -> None:
        self._client = services.client
        self._store = services.store.messages
        self._languages = services.languages
        self._tables = services.tables
        self._notifications = notifications
        self._known_to_owners: set[tuple[int, int]] = set()
        """The servers and channels, for a thread its parent, about which owners have been told."""

    async def channel_deleted(self, messages: TableMessages) -> None:
        """Close the table, as nobody can see it any more."""
        log.info("The channel of table %d is gone; the table is closed.", messages.table_id)
        table = await self._tables().get(messages.table_id)
        if table is None:
            return
        await table.close(CHANNEL_GONE)
        await messages.forget(self._store, BOARD)

    async def may_not_write(self, messages: TableMessages) -> None:
        """Tell the table's host and the server's owner which permission is missing in the channel: each host once, and
        the owner once for all tables there, until the bot may write again.

        In quiet hours, a host is told afterwards, in the list of waiting tables; an owner at the next refusal. If
        nothing has changed there since the bot was started, they know already.
        """
        table = messages.position.record
        log.warning("No permission to write in the channel of table %d.", table.id)
        messages.is_closed = channel_of(self._client, table) is None or cannot_be_shown(self._client, table)
        if 1 < table.version == messages.first_version:
            return
        if table.host not in messages.notified_of_refusal:
            messages.notified_of_refusal.add(table.host)
            await self._notify(table.host, table)
        guild = self._client.get_guild(table.guild_id)
        if guild is not None and guild.owner_id not in (None, table.host):
            await self._notify_owner(guild.owner_id, table)

    def may_write_again(self, messages: TableMessages) -> None:
        """Note that the bot may write in the table's channel by now; if it may not later, people are told again."""
        if messages.is_closed:
            messages.is_closed = False
            messages.notified_of_refusal.clear()
            self._known_to_owners.discard(_place(messages.position.record))

    async def open_dms_anew(self, messages: TableMessages, kind: Kind) -> None:
        """Open the direct messages of a hand's owner again, or of the host whose table is there."""
        await posting.open_anew(self._client, kind if isinstance(kind, int) else messages.position.record.host)

    async def _notify_owner(self, owner: int, table: TableRecord) -> None:
        place = _place(table)
        if place not in self._known_to_owners:
            self._known_to_owners.add(place)  # before anything is awaited: other tables there may be refused meanwhile
            if not await self._notify(owner, table):
                self._known_to_owners.discard(place)

    async def _notify(self, person: int, table: TableRecord) -> bool:
        """Send the message, if the person may be notified now; what Discord refuses is only logged."""
        if not await self._notifications.may_notify(person):
            return False
        with log_failures(log, f"Could not tell a host or owner about table {table.id}"):
            target = await posting.direct(self._client, person)
            with speaking(await self._languages.of_person(person, table.guild_id)):
                sentence = written(unshown_sentence(self._client, table))
            await target.send(sentence, allowed_mentions=NOBODY, silent=Sent.TROUBLE.is_silent)
        return True


def _place(table: TableRecord) -> tuple[int, int]:
    return table.guild_id, table.parent_id or table.channel_id
