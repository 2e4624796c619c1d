"""SimCord's routes: the functions that answer the bot's REST calls, and the one way to change them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from simcord.http import router

if TYPE_CHECKING:
    from collections.abc import Callable

    from simcord.http.router import Handler, RequestContext


def wrap(method: str, path: str, around: Callable[[Handler, RequestContext], Any]) -> None:
    """Answer a route with `around`, which receives SimCord's own handler; calling this twice changes nothing more.

    Args:
        method: The HTTP method.
        path: The route as SimCord writes it, such as `channels/{channel_id}`.
        around: Answers a request, given SimCord's handler and the request.
    """
    routes = _of(method)
    for number, (known, handler) in enumerate(routes):
        is_wrapped = isinstance(handler, partial) and handler.func is around
        if "/".join(known) == path and not is_wrapped:
            routes[number] = (known, partial(around, handler))


def replace(method: str, path: str, handler: Handler) -> None:
    """Answer a route with `handler`, whether or not SimCord has it."""
    routes = _of(method)
    routes[:] = [route for route in routes if "/".join(route[0]) != path] + [(path.split("/"), handler)]


def _of(method: str) -> list[tuple[list[str], Handler]]:
    return router._ROUTES[method]  # noqa: SLF001  # SimCord has no other way in
