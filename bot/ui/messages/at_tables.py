"""What the process that looks after a table does there for a person, though another process found that it is due.

Any process may save a person's setting, find that no list of waiting tables reaches them, or refuse them a question.
But only the table's own process keeps the hands, mentions and questions there up to date.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from bot.tables.model.errors import UnknownRulesError
from bot.tables.model.stores import StoreUnavailableError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from bot.tables.model.position import Position
    from bot.tables.model.stores import MessageStore
    from bot.tables.runtime.tables import Tables

log = logging.getLogger(__name__)

HAND, MENTION, QUESTION = "hand", "mention", "question"
"""The notices, with a table's home and number and a person: that their hand is outdated, to mention them, and that they
asked what the table's open question keeps them from asking.
"""


class AtTables:
    """Does things at this process's tables, and has them done at those of others."""

    def __init__(
        self,
        store: MessageStore,
        tables: Callable[[], Tables],
        acts: Mapping[str, Callable[[Position, int], None]],
    ) -> None:
        """`acts` are done for a person at a table of this process, by the notices that ask for them."""
        self._store = store
        self._tables = tables
        self._acts = acts

    async def do(self, act: str, position: Position, person: int) -> None:
        """Do it for the person at the table, or have the process that looks after it do so."""
        table = position.record
        if self._tables().share.has(table.home):
            self._acts[act](position, person)
            return
        try:
            await self._store.notify(f"{act}:{table.home}:{table.id}:{person}")
        except StoreUnavailableError as error:
            log.info("Could not tell the process that looks after table %d (%s): %s", table.id, act, error)

    async def handle_notice(self, notice: str) -> None:
        """Do what another process asks for, if the table is this process's."""
        kind, *facts = notice.split(":")
        if kind not in self._acts:
            return
        home, table_id, person = map(int, facts)
        if not self._tables().share.has(home):
            return
        try:
            table = await self._tables().get(table_id)
        except UnknownRulesError:
            return
        if table is not None:
            self._acts[kind](table.position, person)
