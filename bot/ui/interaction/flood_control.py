"""Limits per person: messages to others, presses, commands, completions and data exports."""

from __future__ import annotations

import time
from enum import Enum, auto
from typing import TYPE_CHECKING, TypeAlias

from cachetools import LRUCache
from discord.ext.commands import Cooldown, CooldownMapping
from discord.utils import utcnow

if TYPE_CHECKING:
    from collections.abc import Callable

WINDOW_SECONDS = 600.0
MAX_PEOPLE = 10
"""People whom one person can have messaged within that time, once each."""

BURST = 8
"""Presses and commands allowed in a burst."""
COMPLETIONS = 4
"""Completions allowed for each press: Discord asks for them while somebody types."""
_MAX_REMEMBERED = 10_000

EXPORT_SECONDS = 3600.0
"""Minimum seconds between two exports by one person."""

_Pair: TypeAlias = tuple[int, int]


class ExportLimit:
    """Limits data exports, which are expensive, to one per person and hour; forgotten on restart."""

    def __init__(self) -> None:
        self._last: dict[int, float] = {}

    def begin(self, person: int) -> float | None:
        """Start an export, or return when the next one is possible (seconds since the epoch) if it is too soon."""
        now = utcnow().timestamp()
        self._last = {who: at for who, at in self._last.items() if at + EXPORT_SECONDS > now}
        if person in self._last:
            return self._last[person] + EXPORT_SECONDS
        self._last[person] = now
        return None

    def failed(self, person: int) -> None:
        """Note that the export failed and does not count."""
        self._last.pop(person, None)


class ContactLimit:
    """Limits messages sent to others on a person's behalf; forgotten on restart."""

    def __init__(self) -> None:
        self._per_pair: CooldownMapping[_Pair] = CooldownMapping(Cooldown(1, WINDOW_SECONDS), lambda pair: pair)
        self._per_sender: CooldownMapping[_Pair] = CooldownMapping(
            Cooldown(MAX_PEOPLE, WINDOW_SECONDS), lambda pair: pair[0]
        )

    def may_write(self, sender: int, receiver: int) -> bool:
        """Whether the receiver may get another message on the sender's behalf; if so, it is counted."""
        pair, now, limits = (sender, receiver), utcnow().timestamp(), (self._per_pair, self._per_sender)
        if not all(_has_room(limit, pair, now) for limit in limits):
            return False
        for limit in limits:
            limit.update_rate_limit(pair, now)
        return True

    def has_written(self, sender: int, receiver: int) -> bool:
        """Whether the receiver has just had a message on the sender's behalf. If not, `may_write` refuses because the
        sender has written to many others.
        """
        return not _has_room(self._per_pair, (sender, receiver), utcnow().timestamp())


def _has_room(limit: CooldownMapping[_Pair], pair: _Pair, now: float) -> bool:
    bucket = limit.get_bucket(pair, now)
    return bucket is None or bucket.get_tokens(now) > 0


class TooFastError(Exception):
    """Somebody types commands too fast."""


class Press(Enum):
    """How a press is treated."""

    FINE = auto()
    TOO_FAST = auto()
    """The first press over the limit: the person is told, and not again until half of the burst is available."""
    STILL_TOO_FAST = auto()
    """Further presses: only acknowledged."""


class PressLimit:
    """Limits each person's presses and commands: a burst, then a fixed rate.

    Args:
        per_second: Presses per second in the long run; 0 for no limit.
        now: A monotonic clock in seconds.
        burst: Presses at once.
    """

    def __init__(self, per_second: float, now: Callable[[], float] = time.monotonic, burst: int = BURST) -> None:
        self._per_second = per_second
        self._now = now
        self._burst = float(burst)
        self._tokens: LRUCache[int, tuple[float, float, bool]] = LRUCache(_MAX_REMEMBERED)

    def press(self, person: int) -> Press:
        """Count a press of the person."""
        if not self._per_second:
            return Press.FINE
        now = self._now()
        tokens, since, told = self._tokens.get(person, (self._burst, now, False))
        tokens = min(self._burst, tokens + (now - since) * self._per_second)
        is_fine, was_told = tokens >= 1, told and tokens < self._burst / 2
        self._tokens[person] = (tokens - 1 if is_fine else tokens, now, was_told or not is_fine)
        if is_fine:
            return Press.FINE
        return Press.STILL_TOO_FAST if was_told else Press.TOO_FAST

    def command(self, person: int) -> None:
        """Count a command of the person. Unlike a press, each has to be answered with something.

        Raises:
            TooFastError: it is over the limit.
        """
        if self.press(person) is not Press.FINE:
            raise TooFastError


class CompletionLimit:
    """Limits each person's completions: several for each press that they may make."""

    def __init__(self, presses_per_second: float, now: Callable[[], float] = time.monotonic) -> None:
        self._limit = PressLimit(COMPLETIONS * presses_per_second, now, COMPLETIONS * BURST)

    def may_complete(self, person: int) -> bool:
        """Whether the person may have another completion; it is counted."""
        return self._limit.press(person) is Press.FINE
