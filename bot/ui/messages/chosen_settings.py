"""The hands of people who have changed a setting, at the tables of every process.

A setting applies everywhere, but is chosen in one place, whose process may look after none of the person's tables.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from bot.tables.model.stores import StoreUnavailableError

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.tables.model.position import Position
    from bot.tables.model.stores import MessageStore
    from bot.tables.runtime.tables import Tables

log = logging.getLogger(__name__)

CHOSEN = "chosen"
"""The notice, with a person, that they have changed a setting."""


class ChosenSettings:
    """Has hands updated; `refresh_hand` does so if its table is this process's."""

    def __init__(
        self, store: MessageStore, tables: Callable[[], Tables], refresh_hand: Callable[[Position, int], None]
    ) -> None:
        self._store = store
        self._tables = tables
        self._refresh_hand = refresh_hand

    async def update_hands(self, person: int, shown_at: int | None = None) -> None:
        """Update the person's hands, except the one at the table `shown_at`, here and in other processes.

        The setting is saved by then, so a failing store only delays this until the next move.
        """
        try:
            tables = await self._tables().of_person(person)
            for table in tables:
                if table.id != shown_at:
                    self._refresh_hand(table.position, person)
            share = self._tables().share
            if any(not share.has(table.record.home) for table in tables):
                await self._store.notify(f"{CHOSEN}:{person}")
        except StoreUnavailableError as error:
            log.info("Hands do not show a changed setting yet: %s", error)

    async def handle_notice(self, notice: str) -> None:
        """Update the hands at this process's tables of somebody who has changed a setting in another one."""
        kind, *facts = notice.split(":")
        if kind == CHOSEN:
            person = int(facts[0])
            for table in await self._tables().of_person(person):
                self._refresh_hand(table.position, person)
