"""Discord's REST interface over real HTTP: reads a request as discord.py sends it, answers as Discord does."""

from __future__ import annotations

import asyncio
import json
import logging
import math
import re
from collections import deque
from typing import TYPE_CHECKING, Any, Final

from aiohttp import BodyPartReader, web

from bot.playground.backend.emojis import emoji_image
from bot.playground.parts import Answer, Upload

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.playground.backend import VirtualDiscord
    from bot.playground.limits import Limits, Verdict

Json = dict[str, Any]

API: Final = "/api/v10"
_log = logging.getLogger(__name__)
_EMOJI = re.compile(r"/emojis/(\d+)\.png")
_FILE = re.compile(r"files\[(\d+)\]")
_BY_TOKEN: Final = (f"{API}/interactions/", f"{API}/webhooks/")  # the token is in the path
_UNAUTHORIZED: Final = Answer(401, {"message": "401: Unauthorized", "code": 0})


class Rest:
    """Answers the bot's REST calls.

    Args:
        backend: The Discord that answers.
        token: The bot token that is accepted.
        shards: The number of shards recommended to a bot that asks.
        max_concurrency: How many shards may identify within five seconds.
        limits: The rate limits to apply.
    """

    def __init__(
        self, backend: VirtualDiscord, token: str, shards: int, limits: Limits, max_concurrency: int = 1
    ) -> None:
        self._max_concurrency = max_concurrency
        self._backend = backend
        self._token = token
        self._shards = shards
        self.limits = limits
        self.gateway_url = ""
        self.latency = 0.0
        self.calls: deque[tuple[str, str]] = deque(maxlen=5000)

    async def serve(self, request: web.Request) -> web.Response:
        """Answer one call."""
        if self.latency:
            await asyncio.sleep(self.latency)
        path = request.rel_url.raw_path.removeprefix(API)
        self.calls.append((request.method, path))
        try:
            verdict = self.limits.judge(request.method, path)
            answer = await self._answer(request, path) if verdict.wait is None else _too_many(verdict)
            self.limits.answered(answer.status)
            return _response(answer, verdict.headers)
        except ConnectionError:  # killed while sending, so there is nobody to answer
            _log.debug("%s %s broke off.", request.method, path)
            return web.Response(status=400)
        except Exception as error:  # noqa: BLE001 - one odd call must not end the playground
            _log.exception("The playground failed at %s %s", request.method, path)
            return _response(Answer(400, {"code": 0, "message": f"The playground failed here: {error!r}"}), {})

    async def picture(self, request: web.Request) -> web.Response:
        """Serve an attachment or an emoji, as Discord's CDN does."""
        path = request.path.removeprefix("/cdn")
        emoji = _EMOJI.fullmatch(path)
        data = emoji_image(self._backend, emoji[1]) if emoji else self._backend.pictures.get(path)
        if data is None:
            raise web.HTTPNotFound(text="This picture is gone.")
        suffix = request.path.rpartition(".")[2].lower()
        kind = {"png": "image/png", "jpg": "image/jpeg", "webp": "image/webp", "gif": "image/gif"}.get(suffix)
        # Anything else is only offered for download, so that an uploaded page cannot run here.
        headers = {} if kind else {"Content-Disposition": "attachment"}
        headers["Cache-Control"] = "private, max-age=86400, immutable"
        return web.Response(body=data, content_type=kind or "application/octet-stream", headers=headers)

    async def _answer(self, request: web.Request, path: str) -> Answer:
        by_token = request.path.startswith(_BY_TOKEN)
        if not by_token and request.headers.get("Authorization") != f"Bot {self._token}":
            return _UNAUTHORIZED
        if path in {"/gateway", "/gateway/bot"}:
            return Answer(200, self._gateway_info())
        body, files = await _read(request)
        reason = request.headers.get("X-Audit-Log-Reason")
        _write_ids(body)
        return self._backend.call(request.method, path, body, dict(request.query), files, reason)

    def _gateway_info(self) -> Json:
        limit = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": self._max_concurrency}
        return {"url": self.gateway_url, "shards": self._shards, "session_start_limit": limit}


async def _read(request: web.Request) -> tuple[Any, list[Upload]]:
    """Return a request's JSON body, or None, and its files in order."""
    if request.content_type != "multipart/form-data":
        text = await request.text()
        return (json.loads(text) if text else None), []
    body: Any = None
    files: dict[int, Upload] = {}
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            continue
        if part.name == "payload_json":
            body = json.loads(await part.text())
        elif found := _FILE.fullmatch(part.name or ""):
            files[int(found[1])] = Upload(part.filename or "file", bytes(await part.read()))
    described = {str(entry.get("id")): entry for entry in _attachments(body)}
    for index, file in files.items():
        file.description = described.get(str(index), {}).get("description")
    return body, [files[index] for index in sorted(files)]


def _write_ids(body: Any) -> None:
    """Turn the ids of emojis, and of what selects begin with, into strings, as Discord sends them: a page cannot read
    such large numbers.
    """
    for part in body if isinstance(body, list) else body.values() if isinstance(body, dict) else ():
        if isinstance(part, dict):
            for named in (part.get("emoji"), *(part.get("default_values") or ())):
                if isinstance(named, dict) and named.get("id"):
                    named["id"] = str(named["id"])
        _write_ids(part)


def _attachments(body: Any) -> list[Json]:
    """Return the attachment entries of a message body, or of an interaction response's data."""
    inner = body.get("data", body) if isinstance(body, dict) else None
    return list(inner.get("attachments") or []) if isinstance(inner, dict) else []


def _too_many(verdict: Verdict) -> Answer:
    """Discord's 429 response."""
    wait = round(verdict.wait or 0.0, 3)
    return Answer(429, {"message": "You are being rate limited.", "retry_after": wait, "global": verdict.is_global})


def _response(answer: Answer, headers: Mapping[str, str]) -> web.Response:
    """Build the HTTP response. discord.py reads JSON only when the content type is exactly application/json."""
    if answer.status == 204:
        return web.Response(status=204, headers=headers)
    body, headers = answer.body, dict(headers)
    if answer.status == 429:  # discord.py only waits and retries if the response came through Discord's proxy
        body = {"retry_after": 0.5, "global": False} | body
        headers |= {"Via": "1.1 playground", "Retry-After": str(math.ceil(body["retry_after"]))}
    encoded = json.dumps(body).encode()
    return web.Response(status=answer.status, body=encoded, content_type="application/json", headers=headers)
