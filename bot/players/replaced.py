"""Moves that the simple strategy made in a player's place: one line a minute in the log says how many, and why."""

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

SECONDS = 60.0
"""How long moves are counted before they are logged; a busy machine replaces many a second."""


class Replaced:
    """What was not logged yet. Use from one event loop."""

    def __init__(self) -> None:
        self._reasons: Counter[str] = Counter()
        self._timer: asyncio.TimerHandle | None = None

    def add(self, error: WorkerError, request: Request) -> None:
        """Count a move; the minute begins with the first."""
        self._reasons[_reason(error, request)] += 1
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(SECONDS, self.tell)

    def tell(self) -> None:
        """Log what was counted, if anything was."""
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
    """What is counted together; an error of a player is a bug, and says what it is and where."""
    match error:
        case OverrunError():
            return "too late"
        case DiedError():
            return "whose process ended"
        case _:
            return f"with an error of {request.level} of {request.game_key}: {error}"
