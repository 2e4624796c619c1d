"""Live screens: what one person sees, pushed to their pane over a WebSocket and to nobody else's."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from aiohttp import web

from bot.numbers import whole_number
from bot.playground import world
from bot.playground.backend import BackendError, VirtualDiscord
from bot.playground.sockets import accept

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from bot.playground.backend import Channel

Json = dict[str, Any]

_MOVES_PLACES: Final = ("CHANNEL_", "THREAD_", "GUILD_MEMBER_")
_KINDS: Final = {0: "channel", 1: "dm", 3: "group", 11: "thread", 12: "thread"}
_VISIT: Final = "visit"  # a channel of a server that never installed the bot


@dataclass(eq=False)
class Screen:
    """One open pane's connection."""

    user: int
    socket: web.WebSocketResponse
    known: set[int] = field(default_factory=set)  # messages it was sent; only those can be removed from it
    outbox: asyncio.Queue[Json] = field(default_factory=asyncio.Queue)


class Screens:
    """Every open screen.

    Args:
        backend: The Discord they look at.
        online: Returns whether the bot is connected.
    """

    def __init__(self, backend: VirtualDiscord, online: Callable[[], bool]) -> None:
        self._backend = backend
        self._online = online
        self._open: set[Screen] = set()
        backend.message_listeners.append(self._on_message)
        backend.subscribers.append(self._on_event)
        backend.command_listeners.append(self.on_commands)

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Show one person's screen until the page closes it."""
        user = self.viewer(request)
        socket = web.WebSocketResponse(heartbeat=30.0)
        await accept(socket, request)
        screen = Screen(user, socket)
        first = self.snapshot(user)
        screen.known.update(int(shown["id"]) for place in first["messages"].values() for shown in place)
        screen.outbox.put_nowait(first)
        self._open.add(screen)
        sender = asyncio.create_task(_send(screen))
        try:
            async for _ in socket:
                pass
        finally:
            self._open.discard(screen)
            sender.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await sender
        return socket

    def viewer(self, request: web.Request) -> int:
        """Return whose screen a request asks for, by default the first person's."""
        asked = whole_number(request.query.get("as", str(world.HOST.id)))
        if asked not in self._backend.users:
            raise web.HTTPNotFound(text="Nobody with that id is here.")
        return asked

    async def close(self) -> None:
        for screen in tuple(self._open):
            await screen.socket.close(code=1001)

    def snapshot(self, user: int) -> Json:
        """Return everything on one person's screen."""
        places = self._places(user)
        return {
            "type": "screen",
            "me": str(user),
            "people": [{"id": str(one.id), "name": one.name, "shown": one.shown} for one in world.PEOPLE],
            "bot": {"id": str(world.BOT_ID), "shown": world.BOT_NAME, "online": self._online()},
            "roles": [{"id": str(role.id), "name": role.name} for role in self._backend.roles()],
            "places": places,
            "messages": {place["id"]: self._backend.history_for(user, int(place["id"])) for place in places},
            "commands": self._commands(user),
            "menus": self._menus(user),
        }

    def on_bot(self) -> None:
        """Tell every screen that the bot connected or disconnected."""
        for screen in self._open:
            screen.outbox.put_nowait({"type": "bot", "online": self._online()})

    def on_commands(self) -> None:
        """Tell every screen that the commands have changed."""
        for screen in self._open:
            offered = {"commands": self._commands(screen.user), "menus": self._menus(screen.user)}
            screen.outbox.put_nowait({"type": "commands", **offered})

    def _places(self, user: int) -> list[Json]:
        return [
            {
                "id": str(place.id),
                "kind": self._kind(place),
                "type": int(place.type),
                "name": place.name or world.BOT_NAME,
                "topic": place.topic or "",
                "parent": str(place.parent_id) if place.parent_id else None,
                "public": self._backend.is_public(place.id),
            }
            for place in self._backend.places(user)
        ]

    def _kind(self, place: Channel) -> str:
        kind = _KINDS.get(place.type, "channel")
        return _VISIT if kind == "channel" and self._backend.is_visited(place.id) else kind

    def _commands(self, user: int) -> Json:
        """Return the usable commands of a server channel, of a group, of a visited server and of the DM."""

        def usable(place: int) -> list[Json]:
            return [
                {
                    "path": " ".join(path),
                    "id": command["id"],
                    "description": leaf.get("description", ""),
                    "options": leaf.get("options") or [],
                }
                for path, leaf, command in self._backend.leaves(user, place)
            ]

        return self._by_kind(user, usable)

    def _menus(self, user: int) -> Json:
        """Return the bot's entries in the menus of people and messages, for the same kinds of places."""
        return self._by_kind(
            user,
            lambda place: [{"name": one["name"], "type": one["type"]} for one in self._backend.menus(user, place)],
        )

    def _by_kind(self, user: int, usable: Callable[[int], list[Json]]) -> Json:
        found: Json = {"channel": [], "group": [], _VISIT: [], "dm": []}
        for place in self._backend.places(user):
            kind = self._kind(place)
            if found.get(kind) == []:
                found[kind] = usable(place.id)
        return found

    def _on_message(self, channel_id: int, message_id: int) -> None:
        for screen in self._open:
            try:
                shown = self._backend.message_for(screen.user, channel_id, message_id)
            except BackendError:
                if message_id in screen.known:
                    screen.known.discard(message_id)
                    gone = {"type": "gone", "place": str(channel_id), "message": str(message_id)}
                    screen.outbox.put_nowait(gone)
            else:
                screen.known.add(message_id)
                screen.outbox.put_nowait({"type": "message", "message": shown})

    def _on_event(self, event: str, _payload: Mapping[str, Any]) -> None:
        if event.startswith(_MOVES_PLACES):
            for screen in self._open:
                screen.outbox.put_nowait({"type": "places", "places": self._places(screen.user)})


async def _send(screen: Screen) -> None:
    with contextlib.suppress(ConnectionError):
        while True:
            await screen.socket.send_json(await screen.outbox.get())
