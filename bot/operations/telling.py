"""How the bot gets on with Discord's limit on requests, as a host watches it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Telling:
    """Requests that Discord counts.

    `spent` and `refused` (429) are since the start, `invalid` (401, 403 and 429) in the last ten minutes. `pace` is
    what may be sent a second now. `waiting` is what is due by class, and `oldest` the seconds that the oldest of it has
    waited.
    """

    spent: int
    refused: int
    invalid: int
    pace: float
    waiting: Mapping[str, int]
    oldest: float

    @property
    def due(self) -> int:
        """How many messages are behind now."""
        return sum(self.waiting.values())
