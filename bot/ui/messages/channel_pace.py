"""When Discord takes the next message or edit in a channel, by the headers of its answers."""

from __future__ import annotations

import re
from collections import OrderedDict
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

MOST = 2_000
_MESSAGES = re.compile(r"/channels/(?P<channel>\d+)/messages(?:/\d+)?")


class ChannelPace:
    """Channels in which Discord takes no more for a moment; discord.py would wait there, with a request in its hand."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._closed: OrderedDict[tuple[str, int], float] = OrderedDict()

    def note(self, method: str, path: str, headers: Mapping[str, str]) -> None:
        """Learn from an answer."""
        found = _MESSAGES.fullmatch(path)
        if found is None:
            return
        key = method, int(found["channel"])
        self._closed.pop(key, None)
        if headers.get("X-RateLimit-Remaining") != "0":
            return
        self._closed[key] = self._clock() + float(headers.get("X-RateLimit-Reset-After", "0"))
        if len(self._closed) > MOST:
            self._closed.popitem(last=False)

    def wait(self, method: str, channel: int) -> float:
        """Seconds until the channel takes the next request of that kind."""
        return max(0.0, self._closed.get((method, channel), 0.0) - self._clock())
