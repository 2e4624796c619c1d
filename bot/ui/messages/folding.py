"""Schedules the shortening of an ended game's board to one line, an hour later, even across restarts."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.tables.model.protocols import Clock, Handle
    from bot.tables.model.records import TableRecord
    from bot.tables.model.share import Share
    from bot.tables.model.stores import MessageStore

FOLD_AFTER_SECONDS = 3600.0
"""Seconds for people to look at the result and ask for a rematch."""
RETRY_SECONDS = 300.0
"""Seconds until the next try where the store was unavailable."""
FOLD_WITHIN_SECONDS = 24 * 3600.0
"""Seconds after which a board that a stopped bot did not shorten is left alone: it has long scrolled away."""


class Folding:
    """A timer for each board.

    Args:
        due: called with each table whose board's time has come.
    """

    def __init__(self, messages: MessageStore, due: Callable[[int], None], clock: Clock) -> None:
        self._messages = messages
        self._due = due
        self._clock = clock
        self._timers: dict[int, Handle] = {}

    def plan(self, table: TableRecord) -> None:
        """Schedule the shortening of an ended table's board; a thread of its own is archived whole instead."""
        if table.ended_at is not None and not table.phase.is_live and not table.was_unplayed and not table.thread:
            self._call_at(table.ended_at + FOLD_AFTER_SECONDS, table.id)

    async def plan_latest(self, share: Share) -> None:
        """Schedule what another process, or an earlier run of this one, had scheduled."""
        since = self._clock.now() - FOLD_WITHIN_SECONDS
        for table_id, guild_id, ended_at in await self._messages.boards_of_ended(since):
            if share.has(guild_id):
                self._call_at(ended_at + FOLD_AFTER_SECONDS, table_id)

    def retry(self, table_id: int) -> None:
        """Schedule what could not be done now."""
        self._call_at(self._clock.now() + RETRY_SECONDS, table_id)

    def close(self) -> None:
        """Leave the rest to the next process."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    def _call_at(self, when: float, table_id: int) -> None:
        if table_id not in self._timers:
            self._timers[table_id] = self._clock.call_at(when, lambda: self._timer_fired(table_id))

    def _timer_fired(self, table_id: int) -> None:
        self._timers.pop(table_id, None)
        self._due(table_id)
