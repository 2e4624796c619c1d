"""How much one person may ask of the bot: messages to others, and presses of buttons."""

from __future__ import annotations

import time
from collections import OrderedDict
from enum import Enum, auto
from typing import TYPE_CHECKING, TypeAlias

from discord.ext.commands import Cooldown, CooldownMapping
from discord.utils import utcnow

if TYPE_CHECKING:
    from collections.abc import Callable

SECONDS = 600.0
MAX_PEOPLE = 10
"""So many people may one person have written to in that time, each of them once."""

BURST = 8
"""Presses that one person has at once, before their pace counts."""
_MAX_REMEMBERED = 10_000

EXPORT_SECONDS = 3600.0
"""Between two exports of one person."""

_Pair: TypeAlias = tuple[int, int]


class Exports:
    """When people had their data handed over last, since the start: once an hour is enough, and it is work."""

    def __init__(self) -> None:
        self._last: dict[int, float] = {}

    def begin(self, person: int) -> float | None:
        """Note that an export begins; when the next one is possible (seconds since the epoch), if it is too soon for
        one.
        """
        now = utcnow().timestamp()
        self._last = {who: at for who, at in self._last.items() if at + EXPORT_SECONDS > now}
        if person in self._last:
            return self._last[person] + EXPORT_SECONDS
        self._last[person] = now
        return None

    def failed(self, person: int) -> None:
        """It came to nothing, and does not count."""
        self._last.pop(person, None)


class Pestering:
    """Counts since the start; what a restart forgets is little."""

    def __init__(self) -> None:
        self._once: CooldownMapping[_Pair] = CooldownMapping(Cooldown(1, SECONDS), lambda pair: pair)
        self._few: CooldownMapping[_Pair] = CooldownMapping(Cooldown(MAX_PEOPLE, SECONDS), lambda pair: pair[0])

    def may_write(self, sender: int, receiver: int) -> bool:
        """Whether one more message in the sender's name is not too much for the receiver; if so it is counted."""
        pair, now = (sender, receiver), utcnow().timestamp()
        return all(kept.update_rate_limit(pair, now) is None for kept in (self._once, self._few))


class Press(Enum):
    """What becomes of a press."""

    FINE = auto()
    TOO_FAST = auto()
    """The first one too many: it is told, once until half of the burst has come back."""
    STILL_TOO_FAST = auto()
    """The next ones: they are acknowledged, and nothing more."""


class Presses:
    """How fast each person presses: eight at once, then so many a second.

    Args:
        a_second: The pace in the long run; 0 is without a limit.
        now: A clock in seconds that only goes forward.
    """

    def __init__(self, a_second: float, now: Callable[[], float] = time.monotonic) -> None:
        self._a_second = a_second
        self._now = now
        self._left: OrderedDict[int, tuple[float, float, bool]] = OrderedDict()

    def press(self, person: int) -> Press:
        """Count a press of the person."""
        if not self._a_second:
            return Press.FINE
        now = self._now()
        left, since, told = self._left.pop(person, (float(BURST), now, False))
        left = min(float(BURST), left + (now - since) * self._a_second)
        is_fine, was_told = left >= 1, told and left < BURST / 2
        self._left[person] = (left - 1 if is_fine else left, now, was_told or not is_fine)
        while len(self._left) > _MAX_REMEMBERED:
            self._left.popitem(last=False)
        if is_fine:
            return Press.FINE
        return Press.STILL_TOO_FAST if was_told else Press.TOO_FAST
