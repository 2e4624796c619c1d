"""Work for transactions of either engine that tests watch, and can hold at any point."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


def beat(at: float) -> Callable[[Any], None]:
    return lambda sql: _beat(sql, at)


def _beat(sql: Any, at: float) -> None:
    sql.execute("INSERT INTO heartbeat VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at", (at,))


def last_beat(sql: Any) -> float | None:
    row = sql.execute("SELECT at FROM heartbeat").fetchone()
    return None if row is None else float(row[0])


class HeldRead:
    """A read that a test holds in the middle of its transaction."""

    def __init__(self) -> None:
        self._begun, self._go_on = threading.Event(), threading.Event()

    def __call__(self, sql: Any) -> float | None:
        found = last_beat(sql)
        self._begun.set()
        assert self._go_on.wait(10)
        assert last_beat(sql) == found, "it sees one moment"
        return found

    async def begun(self) -> None:
        await asyncio.to_thread(self._begun.wait, 10)

    def go_on(self) -> None:
        self._go_on.set()


class Held:
    """Work that a test holds in the middle of its transaction."""

    def __init__(self, at: float, error: Exception | None = None) -> None:
        self._at, self._error = at, error
        self._begun, self._go_on = threading.Event(), threading.Event()

    def __call__(self, sql: Any) -> str:
        _beat(sql, self._at)
        self._begun.set()
        assert self._go_on.wait(10)
        if self._error is not None:
            raise self._error
        return "done"

    async def begun(self) -> None:
        await asyncio.to_thread(self._begun.wait, 10)

    def go_on(self) -> None:
        self._go_on.set()
