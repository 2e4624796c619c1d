"""A network that tests can cut between a process and its database server: data is held up or connections reset."""

from __future__ import annotations

import asyncio
import socket
import struct
from contextlib import suppress
from typing import TYPE_CHECKING, Self
from urllib.parse import urlsplit

from psycopg.conninfo import conninfo_to_dict

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

_RESET = struct.pack("ii", 1, 0)
"""SO_LINGER value that resets the connection when it is closed, instead of closing it in the usual way."""


class Network:
    """Forwards connections to the PostgreSQL server of a URL, which listens on a Unix socket."""

    def __init__(self, url: str) -> None:
        parts = conninfo_to_dict(url)
        self._path = f"{parts['host']}/.s.PGSQL.5432"
        self._database = urlsplit(url).path
        self._user = parts["user"]
        self._open = asyncio.Event()
        self._open.set()
        self._refuses = False
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self.url: str

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        port = self._server.sockets[0].getsockname()[1]
        self.url = f"postgresql://{self._user}@127.0.0.1:{port}{self._database}"
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for writer in self._writers:
            writer.transport.abort()
        await self._server.wait_closed()

    def lose(self) -> None:
        """Hold back everything sent in either direction, without either side noticing."""
        self._open.clear()

    def reset(self) -> None:
        """Reset all connections, and refuse new ones."""
        self._refuses = True
        for writer in self._writers:
            end = writer.get_extra_info("socket")
            if end.family == socket.AF_INET:
                end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
            writer.transport.abort()

    def heal(self) -> None:
        """Restore the network: whatever was held back arrives late, and new connections are accepted."""
        self._refuses = False
        self._open.set()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._refuses:
            writer.transport.abort()
            return
        there, out = await asyncio.open_unix_connection(self._path)
        ends = {writer, out}
        self._writers |= ends
        ways = [asyncio.ensure_future(self._forward(*way)) for way in ((reader, out, ends), (there, writer, ends))]
        self._tasks.update(ways)
        for way in ways:
            way.add_done_callback(self._tasks.discard)

    async def _forward(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, ends: AbstractSet[asyncio.StreamWriter]
    ) -> None:
        with suppress(OSError):
            while data := await reader.read(65536):
                await self._open.wait()
                writer.write(data)
                await writer.drain()
        await self._open.wait()
        for end in ends:
            end.close()
        self._writers -= ends
