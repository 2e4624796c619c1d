"""The request budget: how many counted requests the bot may send now. Discord allows fifty per second and refuses more.

Answers to interactions and edits by their tokens are not counted and need no budget.
"""

from __future__ import annotations

from collections import deque
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

BURST = 9
"""The budget holds a ninth of a second's requests: at the default 45, no second has more than 50."""
SLOW_SECONDS = 30.0
"""Seconds that the budget fills at half pace after Discord refused a request anyway."""
WINDOW_SECONDS = 600.0
"""Seconds over which Discord counts invalid requests."""
MAX_INVALID = 10_000
"""Invalid requests in that time at which Discord bans the address; more are not remembered."""


class RequestBudget:
    """A token bucket; unused requests can be given back."""

    def __init__(self, per_second: float, clock: Callable[[], float] = monotonic) -> None:
        self._total_per_second = per_second
        self._per_second = per_second
        self._capacity = max(1.0, per_second / BURST)
        self._clock = clock
        self._tokens = self._capacity
        self._filled_at = clock()
        self._slow_until = 0.0
        self._invalid: deque[float] = deque(maxlen=MAX_INVALID)
        self.spent = 0
        self.refused = 0

    def share(self, processes: int) -> None:
        """Share the bot's requests equally among this number of processes."""
        self._fill()
        self._per_second = self._total_per_second / max(1, processes)
        self._capacity = max(1.0, self._per_second / BURST)

    @property
    def pace(self) -> float:
        """The current number of requests per second."""
        return self._per_second / 2 if self._clock() < self._slow_until else self._per_second

    def wait(self) -> float:
        """Seconds until there is a request to take."""
        self._fill()
        # Tolerates rounding errors in sums of fractions.
        return max(0.0, (1.0 - self._tokens) / self.pace) if self._tokens < 0.999_999 else 0.0

    def take(self) -> None:
        """Take one request, even if none is left; then the next one waits longer."""
        self._fill()
        self._tokens -= 1.0
        self.spent += 1

    def give_back(self) -> None:
        """Return a request that was not sent."""
        self._tokens = min(self._capacity, self._tokens + 1.0)
        self.spent -= 1

    def record_response(self, status: int, *, for_all: bool = True, is_shared: bool = False) -> None:
        """Note a response's status.

        Args:
            status: as in HTTP.
            for_all: whether a refusal concerns all of the bot's requests, not one route.
            is_shared: whether the limit is one that bots share, whose refusals Discord does not count as invalid.
        """
        if status not in (401, 403, 429):
            return
        now = self._clock()
        if not is_shared:
            self._invalid.append(now)
        if status == 429:
            self.refused += 1
            if for_all:
                self._fill()
                self._slow_until = now + SLOW_SECONDS

    def invalid_requests(self) -> int:
        """The requests of the last ten minutes that Discord counts as invalid."""
        since = self._clock() - WINDOW_SECONDS
        while self._invalid and self._invalid[0] <= since:
            self._invalid.popleft()
        return len(self._invalid)

    def _fill(self) -> None:
        now = self._clock()
        self._tokens = min(self._capacity, self._tokens + (now - self._filled_at) * self.pace)
        self._filled_at = now
