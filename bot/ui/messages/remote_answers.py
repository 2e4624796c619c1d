"""Messages of a table that another process changed by an answer, rather than the process that keeps them up to date.

This is rare: the process that looks after a table answers its interactions, unless it is too slow or away, or its shard
changes hands. The table's process then no longer knows what such a message shows, or which pictures it has.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from bot.tables.model.stores import StoreUnavailableError
from bot.ui.messages.table_messages import kind_of
from bot.ui.messages.update_queue import Urgency

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.tables.model.records import TableRecord
    from bot.tables.model.stores import MessageStore
    from bot.tables.runtime.tables import Tables
    from bot.ui.messages.due_updates import DueUpdates
    from bot.ui.messages.known_tables import KnownTables
    from bot.ui.messages.uploads import Uploads

log = logging.getLogger(__name__)

ANSWERED = "answered"
"""The notice, with a table's home and number and a message, that another process has changed the message."""


class RemoteAnswers:
    """Tells tables' processes of this one's answers, and handles their notices."""

    def __init__(
        self,
        store: MessageStore,
        tables: Callable[[], Tables],
        known: KnownTables,
        due: DueUpdates,
        uploads: Uploads,
    ) -> None:
        self._store = store
        self._tables = tables
        self._known = known
        self._due = due
        self._uploads = uploads

    async def notify(self, table: TableRecord, message_id: int) -> None:
        """Note that an answer of this process has changed a message of another process's table."""
        try:
            await self._store.notify(f"{ANSWERED}:{table.home}:{table.id}:{message_id}")
        except StoreUnavailableError as error:
            log.info("Could not tell the process that looks after table %d of an answer: %s", table.id, error)

    async def handle_notice(self, notice: str) -> None:
        """Check a message again that another process has changed."""
        kind, *facts = notice.split(":")
        if kind != ANSWERED:
            return
        home, table_id, message_id = map(int, facts)
        if not self._tables().share.has(home):
            return
        self._uploads.forget(message_id)
        messages = self._known.of(table_id)
        for audience, sent in (await messages.load(self._store)).items():
            if sent.message_id == message_id:
                messages.forget_shown(audience)
                messages.pointing.discard(audience)
                if messages.newest is not None:
                    self._due.add(messages, kind_of(audience), Urgency.OTHER if audience > 0 else Urgency.BOARD)
