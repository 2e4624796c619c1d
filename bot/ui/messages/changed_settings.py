"""Messages that depend on a setting are updated when somebody has changed it.

The setting is saved by then, so a failing store only delays this until the next move.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from bot.tables.model.records import NO_GUILD
from bot.tables.model.stores import StoreUnavailableError
from bot.ui.messages.at_tables import HAND, LANGUAGE

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from bot.tables.table.table import Table
    from bot.ui.messages.at_tables import AtTables
    from bot.ui.messages.services import MessageServices

log = logging.getLogger(__name__)


class ChangedSettings:
    """Updates the messages of all tables that a changed setting affects, whichever process looks after them."""

    def __init__(self, services: MessageServices, at_tables: AtTables) -> None:
        self._tables = services.tables
        self._at_tables = at_tables

    async def of_person(self, person: int, shown_at: int | None) -> None:
        """Update the person's hands, except the one at the table `shown_at`, and the boards in their language."""
        for table in await _found(self._tables().of_person(person)):
            if table.id != shown_at:
                await self._at_tables.do(HAND, table.position, person)
            if table.record.home == NO_GUILD and table.record.host == person:
                await self._at_tables.do(LANGUAGE, table.position)

    async def language_of_server(self, guild_id: int) -> None:
        """Translate the messages at a server's tables."""
        for table in await _found(self._tables().live_in_guild(guild_id)):
            await self._at_tables.do(LANGUAGE, table.position)


async def _found(tables: Awaitable[list[Table]]) -> list[Table]:
    try:
        return await tables
    except StoreUnavailableError as error:
        log.info("Some messages do not show a changed setting yet: %s", error)
        return []
