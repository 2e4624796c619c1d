"""Access control: only programs and pages on this machine that know the playground's secret.

A web page elsewhere can make a browser send requests to 127.0.0.1, and can point a host name of its own there. So
every request must name this host, any Origin must be this page's own, and people's routes need the secret.
"""

from __future__ import annotations

import hmac
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

from aiohttp import web

if TYPE_CHECKING:
    from aiohttp.typedefs import Middleware

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

# The bot's routes: protected by its token or an unguessable address.
_OPEN: Final = ("/api/", "/gateway", "/cdn/")
_HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class Guard:
    """Checks host, origin and secret of every request.

    Args:
        secret: Passed in the address, then as a cookie, or by programs as `Authorization: Bearer …`.
    """

    def __init__(self, secret: str) -> None:
        self._secret = secret
        self._hosts: frozenset[str] = frozenset()
        self.cookie = "playground"

    def at(self, port: int) -> None:
        """Set the port once it is known."""
        self._hosts = frozenset(f"{name}:{port}" for name in ("127.0.0.1", "localhost"))
        self.cookie = f"playground_{port}"  # cookies are shared by all ports of a host

    def middleware(self) -> Middleware:
        """Return the aiohttp middleware."""

        @web.middleware
        async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
            self._check_origin(request)
            if request.path == "/" and "key" in request.query:
                return self._let_in(request)
            if not request.path.startswith(_OPEN) and not self._knows_secret(request):
                raise web.HTTPForbidden(text="Open the whole address that the playground printed, with its key.")
            response = await handler(request)
            if not response.prepared:
                response.headers.update(_HEADERS | {"Content-Security-Policy": _policy(request.host)})
            return response

        return check

    def _check_origin(self, request: web.Request) -> None:
        origin = request.headers.get("Origin")
        if request.host not in self._hosts or (origin is not None and origin != f"http://{request.host}"):
            raise web.HTTPForbidden(text="The playground answers only its own page on this machine.")

    def _let_in(self, request: web.Request) -> web.StreamResponse:
        if not self._is_secret(request.query["key"]):
            raise web.HTTPForbidden(text="That key is not this playground's; use the address it printed last.")
        answer = web.Response(status=303, headers={"Location": "/"})
        # Lax, so that the address can be followed from another page; what changes anything is checked by its origin.
        answer.set_cookie(self.cookie, self._secret, httponly=True, samesite="Lax")
        return answer

    def _knows_secret(self, request: web.Request) -> bool:
        bearer = request.headers.get("Authorization", "").removeprefix("Bearer ")
        return self._is_secret(request.cookies.get(self.cookie, "")) or self._is_secret(bearer)

    def _is_secret(self, given: str) -> bool:
        return hmac.compare_digest(given.encode(errors="replace"), self._secret.encode())


def _policy(host: str) -> str:
    rules = (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        f"connect-src 'self' ws://{host}",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
    return "; ".join(rules)
