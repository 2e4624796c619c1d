"""The bot's use of Discord's request limit, for the host."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RequestFigures:
    """Requests that Discord counts.

    `spent` and `refused` (429) count since the start, `invalid` (401, 403 and 429) in the last ten minutes. `pace` is
    the current limit per second. `waiting` counts due updates by class; `oldest` is the longest wait in seconds.
    """

    spent: int
    refused: int
    invalid: int
    pace: float
    waiting: Mapping[str, int]
    oldest: float

    @property
    def due(self) -> int:
        """Number of outdated messages."""
        return sum(self.waiting.values())
