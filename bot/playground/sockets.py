"""Opens WebSockets, of pages and of bots."""

from __future__ import annotations

from aiohttp import web


async def accept(socket: web.WebSocketResponse, request: web.Request) -> None:
    """Open the socket that was asked for.

    Raises:
        web.HTTPBadRequest: The other side has closed it meanwhile.
    """
    try:
        await socket.prepare(request)
    except ConnectionError:
        raise web.HTTPBadRequest from None
