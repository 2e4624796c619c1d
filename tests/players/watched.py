"""What tests look for in the workers, and nobody else needs to know."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.players.counters import Counters
    from bot.players.workers import Workers

MAX_WORKER_MIB = 64
"""Memory to allow for each worker: playing all games at the strongest level it grows to about 56 MiB and stays there.
"""


def pids(workers: Workers) -> tuple[int, ...]:
    """The process ids of the workers."""
    return tuple(process.pid for process in workers._processes)


def busy(workers: Workers) -> int:
    """How many workers think (or start) now."""
    return workers.size - len(workers._idle)


def fallbacks(counters: Counters) -> int:
    """How many moves were made by the simple strategy instead of the asked player."""
    return counters.too_late + counters.died + counters.failed
