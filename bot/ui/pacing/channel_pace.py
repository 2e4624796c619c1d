"""Channels' rate limits for messages and edits, from the headers of Discord's responses."""

from __future__ import annotations

import re
from time import monotonic
from typing import TYPE_CHECKING

from cachetools import LRUCache

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

MAX_CHANNELS = 2_000
_MESSAGES = re.compile(r"/channels/(?P<channel>\d+)/messages(?:/\d+)?")


class ChannelPace:
    """Channels that are rate-limited for a moment, where discord.py would wait while holding a paid request."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._closed: LRUCache[tuple[str, int], float] = LRUCache(MAX_CHANNELS)

    def update(self, method: str, path: str, headers: Mapping[str, str]) -> None:
        """Read a response's headers."""
        found = _MESSAGES.fullmatch(path)
        if found is None:
            return
        key = method, int(found["channel"])
        self._closed.pop(key, None)
        if headers.get("X-RateLimit-Remaining") != "0":
            return
        self._closed[key] = self._clock() + float(headers.get("X-RateLimit-Reset-After", "0"))

    def wait(self, method: str, channel: int) -> float:
        """Seconds until the channel takes the next request of that kind."""
        return max(0.0, self._closed.get((method, channel), 0.0) - self._clock())
