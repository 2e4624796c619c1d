"""The images of the application's emojis, which SimCord drops: kept here, so that the page can show them."""

from __future__ import annotations

import base64
import binascii
import contextlib
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from bot.playground.backend.routes import wrap

if TYPE_CHECKING:
    from simcord.backend import Backend
    from simcord.http.router import Handler, RequestContext

_images: WeakKeyDictionary[Backend, dict[str, bytes]] = WeakKeyDictionary()


def keep_emoji_images() -> None:
    """Keep the image of each emoji that an application creates."""
    wrap("POST", "applications/{application_id}/emojis", _create_and_keep)


def emoji_image(backend: Backend, emoji_id: str) -> bytes | None:
    """The PNG of an emoji; None if there is none."""
    return _images.get(backend, {}).get(emoji_id)


def _create_and_keep(create: Handler, ctx: RequestContext) -> Any:
    kind, _comma, encoded = str(ctx.body().get("image", "")).partition(",")
    answer = create(ctx)
    if kind.endswith("base64"):
        with contextlib.suppress(binascii.Error):
            _images.setdefault(ctx.backend, {})[str(answer["id"])] = base64.b64decode(encoded, validate=True)
    return answer
