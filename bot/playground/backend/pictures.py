"""Attachments as served by Discord's CDN, within bounds."""

from __future__ import annotations

import secrets
from typing import Any

from simcord.backend.cdn import CdnStore

from bot.playground.parts import picture_size

Json = dict[str, Any]

_KEPT_PICTURES = 64 * 1024 * 1024


class Pictures(CdnStore):
    """Attachments at unguessable addresses; the oldest are dropped beyond 64 MiB."""

    def __init__(self) -> None:
        super().__init__()
        self.base = ""
        self._held = 0

    def store_attachment(
        self, attachment_id: int, channel_id: int, filename: str, data: bytes, description: str | None
    ) -> Json:
        stored = super().store_attachment(attachment_id, channel_id, filename, data, description)
        del self._blobs[stored["url"]]
        path = f"/attachments/{channel_id}/{attachment_id}/{secrets.token_urlsafe(12)}/{filename}"
        stored["url"] = stored["proxy_url"] = self.base + path
        stored |= picture_size(data)
        self._keep(path, data)
        return stored

    def _keep(self, path: str, data: bytes) -> None:
        self._blobs[path] = data
        self._held += len(data)
        while self._held > _KEPT_PICTURES and len(self._blobs) > 1:
            oldest = next(iter(self._blobs))
            self._held -= len(self._blobs.pop(oldest))
