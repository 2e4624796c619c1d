"""Facts about the workers that only tests look at."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.players.counters import Counters
    from bot.players.workers import Workers

MAX_WORKER_MIB = 64
"""Memory to allow for each worker. Playing all games at the strongest level, it grows to about 56 MiB."""


def pids(workers: Workers) -> tuple[int, ...]:
    """Return the process ids of the workers."""
    return tuple(process.pid for process in workers._processes)


def busy(workers: Workers) -> int:
    """Return how many workers are thinking or starting."""
    return workers.size - len(workers._idle)


def fallbacks(counters: Counters) -> int:
    """Return how many moves the simple strategy made instead of the requested player."""
    return counters.too_late + counters.died + counters.failed
