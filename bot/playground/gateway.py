"""Discord's gateway over WebSocket: identify, heartbeat, resume, and events filtered by shard and intents."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import time
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import discord
from aiohttp import WSMsgType, web

from bot.playground.sockets import accept

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from bot.playground.backend import VirtualDiscord

Json = dict[str, Any]

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, RECONNECT, INVALID, HELLO, ACK = 0, 1, 2, 6, 7, 9, 10, 11
_HEARTBEAT_MS: Final = 41_250  # as Discord requires
_FAR_AWAY_SECONDS: Final = 0.1
_REPLAYED: Final = 1000  # events a session that lost its connection can catch up on
_RESUMABLE_S: Final = 90.0
_GOODBYES: Final = {1000, 1001}
_UNAUTHENTICATED, _BAD_DATA, _BAD_SHARD = 4004, 4002, 4010


@dataclass(eq=False)
class Session:
    """One shard of one bot process, across its connections."""

    shard: int
    shards: int
    intents: discord.Intents
    id: str = field(default_factory=lambda: secrets.token_hex(16))
    sent: int = 0
    recent: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=_REPLAYED))
    outbox: asyncio.Queue[str] | None = None  # None while disconnected
    lost_at: float = 0.0

    def dispatch(self, event: str, payload: Json) -> None:
        self.sent += 1
        text = json.dumps({"op": DISPATCH, "t": event, "s": self.sent, "d": payload})
        self.recent.append((self.sent, text))
        if self.outbox is not None:
            self.outbox.put_nowait(text)

    def expired(self, now: float) -> bool:
        return self.outbox is None and now - self.lost_at > _RESUMABLE_S


class Gateway:
    """Every connected bot process."""

    def __init__(self, backend: VirtualDiscord, token: str) -> None:
        self._backend = backend
        self._token = token
        self._sessions: dict[str, Session] = {}
        self._connections: set[_Connection] = set()
        self.url = ""
        self.latency = 0.0
        self._away_until = 0.0
        self.on_change: Callable[[], None] = lambda: None  # called when a bot connects or goes
        backend.subscribers.append(self._on_event)

    @property
    def connected(self) -> bool:
        """Whether any bot process is connected."""
        return any(session.outbox is not None for session in self._sessions.values())

    async def drop(self, *, politely: bool, seconds: float = 0.0) -> None:
        """Cut every connection, by asking to reconnect or like a network failure; refuse new ones for `seconds`."""
        self._away_until = time.monotonic() + seconds
        for connection in tuple(self._connections):
            if politely:
                await connection.socket.send_json({"op": RECONNECT, "d": None})
            else:
                connection.cut = True
                await connection.socket.close(code=4000)

    async def close(self) -> None:
        for connection in tuple(self._connections):
            await connection.socket.close(code=1001)

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Serve one connection until it ends."""
        if time.monotonic() < self._away_until:
            raise web.HTTPServiceUnavailable
        socket = web.WebSocketResponse(max_msg_size=1 << 20)
        await accept(socket, request)
        connection = _Connection(socket)
        self._connections.add(connection)
        try:
            await socket.send_json({"op": HELLO, "d": {"heartbeat_interval": _HEARTBEAT_MS}})
            async for message in socket:
                if message.type is not WSMsgType.TEXT:
                    break
                await self._receive(connection, message.data)
        finally:
            self._connections.discard(connection)
            await self._lose(connection)
        return socket

    async def _lose(self, connection: _Connection) -> None:
        session = connection.session
        await connection.stop()
        if session is None or session.outbox is not connection.outbox:
            return
        session.outbox, session.lost_at = None, time.monotonic()
        if not connection.cut and connection.socket.close_code in _GOODBYES:
            self._sessions.pop(session.id, None)  # there is nothing to resume
        self.on_change()

    async def _receive(self, connection: _Connection, text: str) -> None:
        try:
            said = json.loads(text)
            op, data = said["op"], said.get("d")
            if op == HEARTBEAT:
                connection.acknowledge()
            elif op == IDENTIFY:
                await self._identify(connection, data)
            elif op == RESUME:
                await self._resume(connection, data)
        except (KeyError, TypeError, ValueError, IndexError):
            await connection.socket.close(code=_BAD_DATA, message=b"Decode error.")

    async def _identify(self, connection: _Connection, data: Json) -> None:
        if data["token"] != self._token:
            await connection.socket.close(code=_UNAUTHENTICATED, message=b"Authentication failed.")
            return
        shard, shards = data.get("shard") or (0, 1)
        if not 0 <= shard < shards:
            await connection.socket.close(code=_BAD_SHARD, message=b"Invalid shard.")
            return
        self._forget()
        session = Session(shard, shards, discord.Intents._from_value(data["intents"]))  # noqa: SLF001 - no public way
        self._sessions[session.id] = session
        connection.attach(session, self)
        guilds = self._backend.guild_creates(shard, shards)
        session.dispatch("READY", self._ready(session, guilds))
        for guild in guilds:
            shaped = self._backend.shaped("GUILD_CREATE", guild, session.intents)
            if shaped is not None:
                session.dispatch("GUILD_CREATE", shaped)
        self.on_change()

    def _ready(self, session: Session, guilds: list[Json]) -> Json:
        return {
            "v": 10,
            "user": self._backend.bot_payload(),
            "guilds": [{"id": guild["id"], "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "shard": [session.shard, session.shards],
            "application": {"id": str(self._backend.application_id), "flags": 0},
        }

    async def _resume(self, connection: _Connection, data: Json) -> None:
        self._forget()
        session = self._sessions.get(data["session_id"]) if data["token"] == self._token else None
        seen = data["seq"] or 0
        oldest = session.recent[0][0] if session is not None and session.recent else 1
        if session is None or seen + 1 < oldest:
            await connection.socket.send_json({"op": INVALID, "d": False})
            return
        missed = [text for number, text in session.recent if number > seen]
        connection.attach(session, self)
        for text in missed:
            connection.outbox.put_nowait(text)
        session.dispatch("RESUMED", {})
        self.on_change()

    def _forget(self) -> None:
        now = time.monotonic()
        self._sessions = {key: one for key, one in self._sessions.items() if not one.expired(now)}

    def _on_event(self, event: str, payload: Mapping[str, Any]) -> None:
        self._forget()
        for session in self._sessions.values():
            if _shard_of(event, payload, session.shards) != session.shard:
                continue
            shaped = self._backend.shaped(event, payload, session.intents)
            if shaped is not None:
                session.dispatch(event, shaped)


class _Connection:
    """One socket with its session, the task that sends in order, and the heartbeats not yet answered."""

    def __init__(self, socket: web.WebSocketResponse) -> None:
        self.socket = socket
        self.session: Session | None = None
        self.cut = False
        self.outbox: asyncio.Queue[str] = asyncio.Queue()
        self._sender: asyncio.Task[None] | None = None
        self._answers: set[asyncio.Task[None]] = set()

    def acknowledge(self) -> None:
        """Answer a heartbeat after a moment, as if Discord were far away, while still reading other messages.

        discord.py records the time of a heartbeat after sending it: an earlier answer would make it warn of the 41
        seconds since the previous one.
        """
        answer = asyncio.create_task(self._acknowledge())
        self._answers.add(answer)
        answer.add_done_callback(self._answers.discard)

    async def _acknowledge(self) -> None:
        await asyncio.sleep(_FAR_AWAY_SECONDS)
        with contextlib.suppress(ConnectionError):
            await self.socket.send_json({"op": ACK})

    def attach(self, session: Session, gateway: Gateway) -> None:
        self.session = session
        session.outbox = self.outbox
        self._sender = asyncio.create_task(self._send(gateway))

    async def _send(self, gateway: Gateway) -> None:
        with contextlib.suppress(ConnectionError):
            while True:
                text = await self.outbox.get()
                if gateway.latency:
                    await asyncio.sleep(gateway.latency)
                await self.socket.send_str(text)

    async def stop(self) -> None:
        tasks = [*self._answers, *([self._sender] if self._sender is not None else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _shard_of(event: str, payload: Mapping[str, Any], shards: int) -> int:
    """Return the shard an event goes to: its server's, and shard 0 for direct messages."""
    guild = payload.get("guild_id")
    if guild is None and event in {"GUILD_CREATE", "GUILD_UPDATE", "GUILD_DELETE"}:
        guild = payload["id"]
    return 0 if guild is None else (int(guild) >> 22) % shards
