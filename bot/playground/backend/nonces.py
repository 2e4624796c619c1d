"""Nonces, which SimCord ignores: like Discord, answer a recent repeat with the existing message."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from cachetools import LRUCache
from simcord.backend import serializers

from bot.playground.backend.routes import wrap

if TYPE_CHECKING:
    from simcord.backend import Backend
    from simcord.http.router import Handler, RequestContext

_REMEMBERED = timedelta(minutes=3)
"""Discord says “in the past few minutes”."""

MAX_NONCES = 10_000

_Sent = LRUCache[tuple[int, str], tuple[datetime, int]]
"""Send time and message id by channel and nonce."""

_sent: WeakKeyDictionary[Backend, _Sent] = WeakKeyDictionary()


def honour_nonces() -> None:
    """Make repeats of an enforced nonce in the same channel create no second message."""
    wrap("POST", "channels/{channel_id}/messages", _send_once)


def _send_once(send: Handler, ctx: RequestContext) -> Any:
    body = ctx.body()
    if not body.get("enforce_nonce") or not body.get("nonce"):
        return send(ctx)
    sent, now = _sent.setdefault(ctx.backend, LRUCache(MAX_NONCES)), ctx.backend.clock.now()
    key = ctx.int_arg("channel_id"), str(body["nonce"])
    at, message_id = sent.get(key, (now, 0))
    old = ctx.backend.messages.get(key[0], {}).get(message_id)
    if old is not None and now - at < _REMEMBERED:
        return serializers.message_payload(ctx.backend, old, for_user=ctx.backend.bot_user.id)
    answer = send(ctx)
    sent[key] = (now, int(answer["id"]))
    return answer
