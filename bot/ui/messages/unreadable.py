"""What is shown of a table that cannot be read, once it is closed."""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING

from bot.language import speaking
from bot.tables.model.sent_message import BOARD
from bot.tables.model.stores import StoreUnavailableError
from bot.ui.board.ending import unreadable_ending
from bot.ui.kit.failing import log_failures
from bot.ui.pacing.update_queue import Urgency

if TYPE_CHECKING:
    from bot.tables.model.records import TableRecord
    from bot.tables.model.sent_message import SentMessage
    from bot.ui.messages.messenger import Messenger
    from bot.ui.messages.services import MessageServices

log = logging.getLogger(__name__)


class UnreadableEndings:
    """Replaces the board and the hands, which cannot be drawn, and deletes questions and mentions. What fails stays as
    it was: its controls say why they do nothing.
    """

    def __init__(self, services: MessageServices, messenger: Messenger) -> None:
        self._store = services.store.messages
        self._languages = services.languages
        self._scheduler = services.scheduler
        self._messenger = messenger

    def show(self, table: TableRecord) -> None:
        """Show everywhere that the table is closed."""
        key, job = (table.id, "unreadable"), partial(self._show_all, table)
        self._scheduler.schedule(key, Urgency.BOARD, self._scheduler.now(), job, group=key)

    async def _show_all(self, table: TableRecord) -> None:
        try:
            for sent in await self._store.of_table(table.id):
                with log_failures(log, f"A message of table {table.id} was not updated"):
                    await self._show(table, sent)
        except StoreUnavailableError as error:
            log.info("Could not show that table %d is closed: %s", table.id, error)

    async def _show(self, table: TableRecord, sent: SentMessage) -> None:
        if sent.audience < BOARD:
            await self._messenger.delete(sent)
            return
        is_hand = sent.audience != BOARD
        language = self._languages.of_person(sent.audience, table.guild_id) if is_hand else None
        with speaking(await (language or self._languages.of_table(table))):
            view = unreadable_ending(table)
        if table.outside and not is_hand:
            await self._messenger.edit_freely(sent, view)
        else:
            await self._messenger.edit(sent, view)
