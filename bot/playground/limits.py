"""Discord's limits on a bot's requests: which count, which are refused with 429, and how close the bot is to a ban.

Source: Discord's pages “Rate Limits” and “Webhooks”. Documented: fifty requests a second per bot, not counting
interaction callbacks and webhooks by interaction token; 10,000 responses of 401, 403 or 429 in ten minutes ban the
address; an interaction token lasts fifteen minutes. Undocumented, but seen in Discord's headers: about five messages
and five edits in five seconds per channel, and five requests in two seconds per interaction token.
"""

from __future__ import annotations

import re
import time
from collections import Counter, deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from cachetools import LRUCache

if TYPE_CHECKING:
    from collections.abc import Callable

A_SECOND: Final = 50
"""Counted requests a bot may send in one second."""
_A_BUCKET: Final = 5
"""Requests that every bucket lets pass in its time."""
INVALID_SECONDS: Final = 600.0
TOKEN_SECONDS: Final = 15 * 60.0
_INVALID: Final = frozenset({401, 403, 429})
_MAX_BUCKETS: Final = 10_000

_CALLBACK = re.compile(r"/interactions/\d+/[^/]+/callback")
_WEBHOOK = re.compile(r"/webhooks/\d+/(?P<token>[^/]+)(?:/.*)?")
_CHANNEL = re.compile(r"/channels/(?P<channel>\d+)/messages(?P<message>/\d+)?")


@dataclass(frozen=True, slots=True)
class Verdict:
    """The decision on a request before it is handled.

    `wait` is None if it may pass, otherwise the seconds to wait; `headers` describe its bucket.
    """

    wait: float | None
    is_global: bool = False
    headers: dict[str, str] = field(default_factory=dict)


class _Window:
    """At most `most` requests in any period of `seconds`."""

    def __init__(self, most: int, seconds: float) -> None:
        self.most = most
        self.seconds = seconds
        self._at: deque[float] = deque()

    def wait(self, now: float) -> float:
        """Seconds until another request may pass; 0 if it may now."""
        while self._at and self._at[0] <= now - self.seconds:
            self._at.popleft()
        return 0.0 if len(self._at) < self.most else self._at[0] + self.seconds - now

    def take(self, now: float) -> None:
        self._at.append(now)

    def headers(self, name: str, now: float) -> dict[str, str]:
        """Discord's headers after the last accepted request."""
        left = self.most - len(self._at)
        reset = self._at[0] + self.seconds - now if self._at else 0.0
        return {
            "X-RateLimit-Limit": str(self.most),
            "X-RateLimit-Remaining": str(left),
            "X-RateLimit-Reset": f"{time.time() + reset:.3f}",
            "X-RateLimit-Reset-After": f"{reset:.3f}",
            "X-RateLimit-Bucket": name,
        }


class Limits:
    """Counts a bot's requests as Discord does.

    Args:
        now: A monotonic clock in seconds.
        a_second: Counted requests a second; Discord raises it for bots in a great many servers.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic, *, a_second: int = A_SECOND) -> None:
        self._now = now
        self._all = _Window(a_second, 1.0)
        self._buckets: LRUCache[str, _Window] = LRUCache(_MAX_BUCKETS)
        self._invalid: deque[float] = deque()
        self.counted = 0
        """Accepted requests that count towards the fifty a second."""
        self.free = 0
        """Requests that do not count: callbacks, and requests by interaction token."""
        self.answers: Counter[int] = Counter()
        """Number of responses per status that counts as invalid."""
        self.most_invalid = 0
        """The most invalid requests in any ten minutes so far."""

    def judge(self, method: str, path: str) -> Verdict:
        """Decide whether a request may pass now, and count it if so."""
        now = self._now()
        if _CALLBACK.fullmatch(path):
            self.free += 1
            return Verdict(None)
        name, window = self._bucket(method, path)
        is_free = name.startswith("token:")
        if not is_free and (wait := self._all.wait(now)):
            return Verdict(wait, is_global=True, headers={"X-RateLimit-Global": "true", "X-RateLimit-Scope": "global"})
        if window is not None and (wait := window.wait(now)):
            return Verdict(wait, headers=window.headers(name, now) | {"X-RateLimit-Scope": "user"})
        if window is not None:
            window.take(now)
        if is_free:
            self.free += 1
        else:
            self.counted += 1
            self._all.take(now)
        return Verdict(None, headers=window.headers(name, now) if window is not None else {})

    def answered(self, status: int) -> None:
        """Record the status of a response."""
        if status not in _INVALID:
            return
        now = self._now()
        self.answers[status] += 1
        self._invalid.append(now)
        while self._invalid[0] <= now - INVALID_SECONDS:
            self._invalid.popleft()
        self.most_invalid = max(self.most_invalid, len(self._invalid))

    def figures(self) -> dict[str, float]:
        """The counts so far."""
        return {
            "counted": self.counted,
            "free": self.free,
            "most_invalid": self.most_invalid,
            **{str(status): self.answers[status] for status in sorted(_INVALID)},
        }

    def _bucket(self, method: str, path: str) -> tuple[str, _Window | None]:
        if found := _WEBHOOK.fullmatch(path):
            return self._window(f"token:{found['token']}", 2.0)
        found = _CHANNEL.fullmatch(path)
        if found is None or method not in {"POST", "PATCH"} or (method == "POST") is bool(found["message"]):
            return "", None
        return self._window(f"{method}:{found['channel']}", 5.0)

    def _window(self, name: str, seconds: float) -> tuple[str, _Window]:
        window = self._buckets.get(name)
        if window is None:
            window = self._buckets[name] = _Window(_A_BUCKET, seconds)
        return name, window
