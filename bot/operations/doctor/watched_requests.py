"""What Discord's headers say about its limits, by kind of request, and how often it refused."""

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

    `limits` has the number and the seconds that the headers named for each kind, `refused` the answers of 429.
    """

    def __init__(self) -> None:
        self.limits: dict[str, tuple[int, float]] = {}
        self.refused = 0

    def trace(self) -> aiohttp.TraceConfig:
        """For discord.py's `http_trace`."""
        config = aiohttp.TraceConfig()
        config.on_request_end.append(self._ended)
        return config

    async def _ended(
        self, _session: aiohttp.ClientSession, _context: SimpleNamespace, request: aiohttp.TraceRequestEndParams
    ) -> None:
        self.note(request.method, request.url.path, request.response.status, request.response.headers)

    def note(self, method: str, path: str, status: int, headers: Mapping[str, str]) -> None:
        """Learn from an answer: of a window that is partly used, the headers name what is left of its time."""
        self.refused += status == 429
        kind = next((kind for kind, verb, form in _KINDS if verb == method and form.fullmatch(path)), None)
        if kind is None or "X-RateLimit-Limit" not in headers:
            return
        number, seconds = int(headers["X-RateLimit-Limit"]), float(headers.get("X-RateLimit-Reset-After", "0"))
        self.limits[kind] = number, max(seconds, self.limits.get(kind, (0, 0.0))[1])
