"""Finds saved tables that were never announced, and announces them after a moment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.tables.model.durations import DAY
from bot.tables.model.stores import StoreUnavailableError
from bot.tables.runtime import downtime

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.tables.model.protocols import Clock
    from bot.tables.model.share import Share
    from bot.tables.model.stores import MessageStore

MAX_FOUND = 500
PAUSE_SECONDS = 0.2
"""Pause between two tables, as Discord limits edits."""
FIRST_WAIT, MAX_WAIT_SECONDS = 60.0, 3600.0
"""Seconds before an announcement is retried; the wait doubles each time."""


@dataclass(slots=True)
class Unannounced:
    """A version found unannounced by the last sweep, and when to announce it next."""

    version: int
    at: float
    wait: float = FIRST_WAIT


class Outbox:
    """Sweeps the store for unannounced tables. `announce` is called with a table's id and returns at once.

    A sweep also finds announcements in progress, so a version is only announced if the previous sweep found it too.
    Announcing twice does no harm. Tables that ended over a day ago are left alone.
    """

    def __init__(self, messages: MessageStore, clock: Clock, announce: Callable[[int], None], share: Share) -> None:
        self._share = share
        self._messages = messages
        self._clock = clock
        self._announce = announce
        self._unannounced: dict[int, Unannounced] = {}
        self._queue: list[int] = []
        self._skips_grace = False

    def skip_grace(self) -> None:
        """Let the next sweep announce what it finds at once."""
        self._skips_grace = True

    async def sweep(self) -> None:
        """Find unannounced tables and start announcing them."""
        now, skips_grace = self._clock.now(), self._skips_grace
        self._skips_grace = False  # before the store is asked: what is said meanwhile is for the next sweep
        try:
            found = await self._messages.lately_unannounced(now - DAY, MAX_FOUND, self._share)
        except StoreUnavailableError:
            self._skips_grace = self._skips_grace or skips_grace
            raise
        grace = 0.0 if skips_grace else downtime.CHECK_SECONDS
        self._unannounced = {table_id: self._remembered(table_id, version, now, grace) for table_id, version in found}
        due = [table_id for table_id, unannounced in self._unannounced.items() if unannounced.at <= now]
        for table_id in due:
            unannounced = self._unannounced[table_id]
            unannounced.at, unannounced.wait = now + unannounced.wait, min(2 * unannounced.wait, MAX_WAIT_SECONDS)
        idle = not self._queue
        self._queue += [table_id for table_id in due if table_id not in self._queue]
        if idle:
            self._announce_next()

    def _remembered(self, table_id: int, version: int, now: float, grace: float) -> Unannounced:
        known = self._unannounced.get(table_id)
        if known is None or known.version != version:
            return Unannounced(version, now + grace)
        known.at = min(known.at, now + known.wait)  # later only if the clock was set back
        return known

    def _announce_next(self) -> None:
        """Announce one table, then the others at intervals."""
        if self._queue:
            self._announce(self._queue.pop(0))
            self._clock.call_at(self._clock.now() + PAUSE_SECONDS, self._announce_next)
