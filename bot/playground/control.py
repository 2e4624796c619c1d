"""The HTTP interface for tests and the page: act as a person, look at a screen, and cause failures."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from aiohttp import web

from bot.numbers import whole_number
from bot.playground.backend import BackendError, VirtualDiscord
from bot.playground.options import UNUSABLE, ActError
from bot.playground.world import GUILD_ID

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.playground.gateway import Gateway
    from bot.playground.people import People
    from bot.playground.rest import Rest
    from bot.playground.screens import Screens

Json = dict[str, Any]


class Control:
    """HTTP routes for people (`/people/…`) and for failures (`/control/…`)."""

    def __init__(self, backend: VirtualDiscord, people: People, screens: Screens, gateway: Gateway, rest: Rest) -> None:
        self._backend = backend
        self._people = people
        self._screens = screens
        self._gateway = gateway
        self._rest = rest
        self._troubles: dict[str, Callable[[Json], Any]] = {
            "dms": self._dms,
            "member": self._member,
            "delete_channel": lambda body: backend.delete_channel(int(body["place"])),
            "create_channel": lambda body: {"place": str(backend.create_channel(GUILD_ID, body["name"]).id)},
            "delete_message": lambda body: backend.delete_message(int(body["place"]), int(body["message"])),
            "latency": self._latency,
            "fault": self._fault,
            "limits": lambda _: rest.limits.figures(),
            "calls": lambda _: {"calls": [list(call) for call in rest.calls]},
        }

    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/people/live", self._screens.serve),
            web.get("/people/screen", self._screen),
            web.get("/people/messages", self._messages),
            web.post("/people/act", self._act),
            web.post("/control/gateway", self._drop),
            web.post("/control/{trouble}", self._trouble),
        ]

    async def _screen(self, request: web.Request) -> web.Response:
        return web.json_response(self._screens.snapshot(self._screens.viewer(request)))

    async def _messages(self, request: web.Request) -> web.Response:
        place = whole_number(request.query.get("place", ""))
        if place is None:
            return _refusal("Say which place.")
        shown = self._backend.history_for(self._screens.viewer(request), place)
        return web.json_response({"messages": shown})

    async def _act(self, request: web.Request) -> web.Response:
        try:
            asked = await _body(request)
            return web.json_response(await self._people.act(int(asked["as"]), asked))
        except ActError as error:
            return _refusal(str(error))
        except UNUSABLE:
            return _refusal("That request is incomplete: it needs to say who does what.")

    async def _trouble(self, request: web.Request) -> web.Response:
        trouble = self._troubles.get(request.match_info["trouble"])
        if trouble is None:
            return _refusal("There is no such control.")
        try:
            return web.json_response(trouble(await _body(request)) or {})
        except BackendError as error:
            return _refusal(error.message)
        except UNUSABLE as error:
            return _refusal(f"That request is incomplete: {error}.")

    async def _drop(self, request: web.Request) -> web.Response:
        try:
            body = await _body(request)
            seconds = float(body.get("seconds") or 0)
        except UNUSABLE as error:
            return _refusal(f"That request is incomplete: {error}.")
        await self._gateway.drop(politely=bool(body.get("politely")), seconds=seconds)
        return web.json_response({})

    def _dms(self, body: Json) -> None:
        change = self._backend.closed_dms.add if body["closed"] else self._backend.closed_dms.discard
        change(int(body["user"]))

    def _member(self, body: Json) -> None:
        if body["present"]:
            self._backend.add_member(GUILD_ID, int(body["user"]), announce=True)
        else:
            self._backend.remove_member(GUILD_ID, int(body["user"]))

    def _latency(self, body: Json) -> None:
        self._rest.latency = self._gateway.latency = float(body["seconds"])

    def _fault(self, body: Json) -> None:
        keys = ("method", "path", "status", "code", "message", "times")
        self._backend.faults.append({key: body[key] for key in keys})


async def _body(request: web.Request) -> Json:
    """The request's JSON object. Raises one of UNUSABLE, also for infinite numbers and halves of characters."""
    asked = json.loads(await request.text() or "{}")
    if not isinstance(asked, dict):
        raise TypeError("a JSON object is needed")
    json.dumps(asked, ensure_ascii=False, allow_nan=False).encode()
    return asked


def _refusal(sentence: str) -> web.Response:
    return web.json_response({"error": sentence}, status=400)
