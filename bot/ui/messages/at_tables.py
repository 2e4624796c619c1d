"""What the process that looks after a table does there, though another process found that it is due.

Any process may save a person's setting, find that no list of waiting tables reaches them, refuse them a question, or
answer a press, because the table's own is too slow or away, or its shard changes hands. But only the table's own
process keeps the messages there up to date.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from bot.tables.model.errors import UnknownRulesError
from bot.tables.model.stores import StoreUnavailableError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from bot.tables.model.position import Position
    from bot.ui.messages.services import MessageServices

log = logging.getLogger(__name__)

# The acts. A notice names the act, the table's home and number, and a person or a message.
HAND = "hand"
"""A person's hand is outdated."""
MENTION = "mention"
"""A person is to be mentioned."""
QUESTION = "question"
"""A person asked something that the table's open question keeps them from asking."""
ANSWERED = "answered"
"""An answer of another process has changed a message."""
LANGUAGE = "language"
"""The table's messages are in another language now."""
REPOST = "repost"
"""Somebody asked for the board."""


class AtTables:
    """Does things at this process's tables, and has them done at those of others."""

    def __init__(self, services: MessageServices, acts: Mapping[str, Callable[[Position, int], None]]) -> None:
        """`acts` are done at a table of this process with a person or a message, by the notices that ask for them."""
        self._store = services.store.messages
        self._tables = services.tables
        self._acts = acts

    async def do(self, act: str, position: Position, about: int = 0) -> None:
        """Do it at the table with this person or message, if any, or have the process that looks after it do so."""
        table = position.record
        if self._tables().share.has(table.home):
            self._acts[act](position, about)
        else:
            await self.tell(act, position, about)

    async def tell(self, act: str, position: Position, about: int) -> None:
        """Have the process that looks after the table by now do it."""
        table = position.record
        try:
            await self._store.notify(f"{act}:{table.home}:{table.id}:{about}")
        except StoreUnavailableError as error:
            log.info("Could not tell the process that looks after table %d (%s): %s", table.id, act, error)

    async def handle_notice(self, notice: str) -> None:
        """Do what another process asks for, if the table is this process's."""
        kind, *facts = notice.split(":")
        if kind not in self._acts:
            return
        home, table_id, about = map(int, facts)
        if not self._tables().share.has(home):
            return
        try:
            table = await self._tables().get(table_id)
        except UnknownRulesError:
            return
        if table is not None:
            self._acts[kind](table.position, about)
