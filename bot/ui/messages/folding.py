"""Schedules the shortening of an ended game's board to one line, an hour later, even across restarts."""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING

from bot.tables.model.durations import DAY
from bot.tables.model.errors import UnknownRulesError
from bot.tables.model.stores import StoreUnavailableError
from bot.ui.messages.table_messages import FOLD
from bot.ui.pacing.update_queue import Urgency

if TYPE_CHECKING:
    from bot.tables.model.records import TableRecord
    from bot.tables.model.share import Share
    from bot.ui.messages.due_updates import DueUpdates
    from bot.ui.messages.services import MessageServices

log = logging.getLogger(__name__)

FOLD_AFTER_SECONDS = 3600.0
"""Seconds for people to look at the result and ask for a rematch."""
RETRY_SECONDS = 300.0
"""Seconds until the next try where the store was unavailable."""
FOLD_WITHIN_SECONDS = DAY
"""Seconds after which a board that a stopped bot did not shorten is left alone: it has long scrolled away."""


class Folding:
    """Schedules for each board that it is outdated when its time has come."""

    def __init__(self, services: MessageServices, due: DueUpdates) -> None:
        self._store = services.store.messages
        self._tables = services.tables
        self._known = services.known
        self._scheduler = services.scheduler
        self._clock = services.clock
        self._due = due

    def plan(self, table: TableRecord) -> None:
        """Schedule the shortening of an ended table's board; a thread of its own is archived whole instead."""
        if table.ended_at is not None and not table.phase.is_live and not table.was_called_off and not table.thread:
            self._schedule(table.id, table.ended_at + FOLD_AFTER_SECONDS)

    async def plan_latest(self, share: Share) -> None:
        """Schedule what another process, or an earlier run of this one, had scheduled."""
        since = self._clock.now() - FOLD_WITHIN_SECONDS
        for table_id, guild_id, ended_at in await self._store.boards_of_ended(since):
            if share.has(guild_id):
                self._schedule(table_id, ended_at + FOLD_AFTER_SECONDS)

    def _schedule(self, table_id: int, at: float) -> None:
        key, job = (table_id, "to_fold"), partial(self._fold, table_id)
        due = self._scheduler.now() + max(0.0, at - self._clock.now())
        self._scheduler.schedule(key, Urgency.CLEANUP, due, job, group=key, is_free=lambda: True)

    async def _fold(self, table_id: int) -> None:
        try:
            table = await self._tables().get(table_id)
        except (StoreUnavailableError, UnknownRulesError) as error:
            log.warning("Could not update the board of table %d: %s", table_id, error)
            if isinstance(error, StoreUnavailableError):
                self._schedule(table_id, self._clock.now() + RETRY_SECONDS)
            return
        if table is not None and self._tables().share.has(table.record.home):
            self._due.add(self._known.of_position(table.position), FOLD, Urgency.CLEANUP)
