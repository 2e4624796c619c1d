"""Logging of moves made by the simple strategy in place of a player: at most one summary per minute."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from typing import TYPE_CHECKING

from bot.players.worker_process import DiedError, OverrunError

if TYPE_CHECKING:
    from bot.players.request import Request
    from bot.players.worker_process import WorkerError

log = logging.getLogger(__name__)

LOG_INTERVAL_SECONDS = 60.0
"""Seconds between log lines; a busy machine may replace many moves per second."""


class Replaced:
    """Replaced moves that are not logged yet. Not thread-safe: use from one event loop."""

    def __init__(self) -> None:
        self._reasons: Counter[str] = Counter()
        self._timer: asyncio.TimerHandle | None = None

    def add(self, error: WorkerError, request: Request) -> None:
        """Count a move; the first one starts the timer."""
        self._reasons[_reason(error, request)] += 1
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(LOG_INTERVAL_SECONDS, self.tell)

    def tell(self) -> None:
        """Log the moves counted so far, if any."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._reasons:
            counts = "; ".join(f"{count} {reason}" for reason, count in self._reasons.most_common())
            log.warning(
                "In the last minute the simple strategy moved instead of the player that was asked: %s",
                counts,
            )
            self._reasons.clear()


def _reason(error: WorkerError, request: Request) -> str:
    """The reason to group moves by; a player's error is a bug, so it includes the error and its place."""
    match error:
        case OverrunError():
            return "too late"
        case DiedError():
            return "whose process ended"
        case _:
            return f"with an error of {request.level} of {request.game_key}: {error}"
