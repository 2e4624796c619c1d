"""Notices between processes about hands that one keeps up to date for a table of another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.tables.runtime.tables import CHANGED, FOLLOWED
from bot.ui.messages import posting
from bot.ui.messages.kept_hands import KEEPS, LETS, KeptHands

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.tables.model.stores import MessageStore
    from bot.tables.runtime.tables import Tables
    from bot.ui.messages.due_updates import DueUpdates
    from bot.ui.messages.known_tables import KnownTables
    from bot.ui.messages.lent_hands import LentHands
    from bot.ui.messages.private_hands import PrivateHands
    from bot.ui.messages.uploads import Uploads


class SharedHands:
    """Handles the notices of other processes' `kept` hands, and lends them this process's hands.

    Args:
        acted: called with each person who pressed something in another process.
    """

    def __init__(
        self,
        store: MessageStore,
        tables: Callable[[], Tables],
        known: KnownTables,
        due: DueUpdates,
        lent: LentHands,
        kept: KeptHands,
        private: PrivateHands,
        *,
        uploads: Uploads,
        acted: Callable[[int], None],
    ) -> None:
        self._store = store
        self._tables = tables
        self._known = known
        self._due = due
        self._lent = lent
        self._kept = kept
        self._private = private
        self._uploads = uploads
        self._acted = acted

    async def hear(self, notice: str) -> None:
        """Handle another process's notice about a table's change or about a hand that it keeps up to date."""
        kind, *facts = notice.split(":", 6)
        if kind in (CHANGED, FOLLOWED):
            self._kept.follow(int(facts[0]), int(facts[1]))
        elif kind == LETS:
            self._kept.forget(int(facts[0]), int(facts[1]))
            self._lent.let(int(facts[0]), int(facts[1]))
        elif kind == KEEPS:
            home, table_id, person, message_id, until = map(int, facts[:5])
            self._acted(person)
            if self._tables().share.has(home):
                await self._lend(table_id, person, message_id, until, facts[5])

    async def _lend(self, table_id: int, person: int, message_id: int, until: float, process: str) -> None:
        """Lend a hand to the process that received a click on it, if that message is the one being kept up to date."""
        messages = self._known.of(table_id)
        sent = (await messages.load(self._store)).get(person)
        if sent is None or sent.message_id != message_id:
            return
        self._lent.lend(table_id, person, process, until)
        messages.digests.pop(person, None)
        messages.pointing.discard(person)
        self._uploads.forget(message_id)
        self._private.moved_to(table_id, person, posting.link_of(sent))
        self._due.drop(messages, person)
