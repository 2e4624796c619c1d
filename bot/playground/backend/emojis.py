"""The images of the application's emojis, which SimCord drops: kept here, so that the page can show them."""

from __future__ import annotations

import base64
import binascii
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from simcord.http import router

if TYPE_CHECKING:
    from simcord.backend import Backend
    from simcord.http.router import Handler, RequestContext

_CREATE = ["applications", "{application_id}", "emojis"]
_images: WeakKeyDictionary[Backend, dict[str, bytes]] = WeakKeyDictionary()


def keep_emoji_images() -> None:
    """Keep the image of each emoji that an application creates."""
    routes = router._ROUTES["POST"]  # noqa: SLF001  # SimCord has no other way in
    for number, (template, handler) in enumerate(routes):
        if template == _CREATE and not isinstance(handler, _Keeping):
            routes[number] = (template, _Keeping(handler))


def emoji_image(backend: Backend, emoji_id: str) -> bytes | None:
    """The PNG of an emoji; None if there is none."""
    return _images.get(backend, {}).get(emoji_id)


class _Keeping:
    """Wraps SimCord's handler for new emojis."""

    def __init__(self, create: Handler) -> None:
        self._create = create

    def __call__(self, ctx: RequestContext) -> Any:
        kind, _comma, encoded = str(ctx.body().get("image", "")).partition(",")
        answer = self._create(ctx)
        if kind.endswith("base64"):
            try:
                _images.setdefault(ctx.backend, {})[str(answer["id"])] = base64.b64decode(encoded, validate=True)
            except binascii.Error:
                return answer
        return answer
