"""Discord's rate limits as its headers state them, by kind of request, and the number of refusals."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import aiohttp

if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import SimpleNamespace

SEND, EDIT, TOKEN = "sends in a channel", "edits in a channel", "edits and follow-ups by a token"
_KINDS = (
    (SEND, "POST", re.compile(r".*/channels/\d+/messages")),
    (EDIT, "PATCH", re.compile(r".*/channels/\d+/messages/\d+")),
    (TOKEN, "PATCH", re.compile(r".*/webhooks/\d+/[^/]+/messages/.*")),
    (TOKEN, "POST", re.compile(r".*/webhooks/\d+/[^/]+")),
)


class WatchedRequests:
    """Listens to a client's requests.

    `limits` has the number of requests and the seconds that the headers named for each kind; `refused` counts answers
    of 429.
    """

    def __init__(self) -> None:
        self.limits: dict[str, tuple[int, float]] = {}
        self.refused = 0

    def trace(self) -> aiohttp.TraceConfig:
        """A trace configuration for discord.py's `http_trace`."""
        config = aiohttp.TraceConfig()
        config.on_request_end.append(self._ended)
        return config

    async def _ended(
        self, _session: aiohttp.ClientSession, _context: SimpleNamespace, request: aiohttp.TraceRequestEndParams
    ) -> None:
        self.record(request.method, request.url.path, request.response.status, request.response.headers)

    def record(self, method: str, path: str, status: int, headers: Mapping[str, str]) -> None:
        """Note an answer's headers; the longest reset seen is kept, because a partly used window only names the time
        left.
        """
        self.refused += status == 429
        kind = next((kind for kind, verb, form in _KINDS if verb == method and form.fullmatch(path)), None)
        if kind is None or "X-RateLimit-Limit" not in headers:
            return
        number, seconds = int(headers["X-RateLimit-Limit"]), float(headers.get("X-RateLimit-Reset-After", "0"))
        self.limits[kind] = number, max(seconds, self.limits.get(kind, (0, 0.0))[1])
