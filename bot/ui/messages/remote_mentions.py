"""Mentions at a table of another process, of people who could not be sent the list of waiting tables.

Any process may send that list, but only the one that looks after a table knows which mentions are there, and deletes
them once the turn has moved on.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from bot.tables.model.errors import UnknownRulesError
from bot.tables.model.stores import StoreUnavailableError

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.tables.model.position import Position
    from bot.tables.model.stores import MessageStore
    from bot.tables.runtime.tables import Tables

log = logging.getLogger(__name__)

MENTION = "mention"
"""The notice, with a table and a person, that the person is to be mentioned there."""


class RemoteMentions:
    """Has people mentioned; `mention_here` does so at a table of this process."""

    def __init__(
        self, store: MessageStore, tables: Callable[[], Tables], mention_here: Callable[[Position, int], None]
    ) -> None:
        self._store = store
        self._tables = tables
        self._mention_here = mention_here

    async def mention(self, position: Position, person: int) -> None:
        """Mention the person at the table, or have the process that looks after it do so."""
        table = position.record
        if self._tables().share.has(table.home):
            self._mention_here(position, person)
            return
        try:
            await self._store.notify(f"{MENTION}:{table.id}:{person}")
        except StoreUnavailableError as error:
            log.info("Nobody is mentioned at table %d, which another process looks after: %s", table.id, error)

    async def handle_notice(self, notice: str) -> None:
        """Mention somebody whom another process could not tell, if the table is this process's."""
        kind, *facts = notice.split(":")
        if kind != MENTION:
            return
        table_id, person = map(int, facts)
        try:
            table = await self._tables().get(table_id)
        except UnknownRulesError:
            return
        if table is not None and self._tables().share.has(table.record.home):
            self._mention_here(table.position, person)
