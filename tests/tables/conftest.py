"""A table runtime on a real SQLite file, with a clock that the test moves."""

from __future__ import annotations

import asyncio
import hashlib
import heapq
from itertools import count
from typing import TYPE_CHECKING, Any

import pytest

from bot.players.registry import DEFAULT_LEVEL, levels
from bot.tables.acts.opening import Opening
from bot.tables.model.bounds import Bounds
from bot.tables.model.pace import Pace
from bot.tables.model.records import Person
from bot.tables.runtime.tables import Tables
from tests import fresh_database
from tests.inline_workers import InlineWorkers

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

    from bot.tables.model.position import Position
    from db.store import SqliteStore

ADA, BEN, CLEO, DAN = (Person(100 + i, name) for i, name in enumerate(("Ada L.", "Ben", "Cleo", "Dan")))


class HandClock:
    """A clock that stands still until the test moves it. The machine's clock is ahead of it by `_behind`."""

    def __init__(self, now: float = 1_800_000_000.0) -> None:
        self._steady = 0.0
        self._ahead = now
        self._behind = 0.0
        self._pending: list[tuple[float, int, _Call]] = []

    def now(self) -> float:
        return self._steady + self._ahead

    def drift(self) -> float:
        return self._behind

    def resync(self) -> None:
        self._ahead, self._behind = self._ahead + self._behind, 0.0

    def set(self, seconds: float) -> None:
        """Move the machine's clock forward, or back if negative. A machine that sleeps has the same effect."""
        self._behind += seconds

    def stop(self, seconds: float) -> None:
        """Let time pass in which nothing runs. Everything that was due runs afterwards, all at once."""
        self._steady += seconds

    def call_at(self, when: float, callback: Callable[[], None]) -> _Call:
        call = _Call(callback)
        heapq.heappush(self._pending, (when - self._ahead, id(call), call))
        if when <= self.now():
            asyncio.get_running_loop().call_soon(self._run_due)
        return call

    def _run_due(self) -> None:
        while self._pending and self._pending[0][0] <= self._steady:
            heapq.heappop(self._pending)[2].run()

    async def advance(self, seconds: float) -> None:
        """Move time forward, and let everything that is or becomes due run to its end."""
        await self.quiet()
        target = self._steady + seconds
        while self._pending and self._pending[0][0] <= target:
            self._steady = max(self._steady, self._pending[0][0])
            self._run_due()
            await self.quiet()
        self._steady = target

    async def quiet(self) -> None:
        """Let the tasks of the tables run until only timers are left."""
        for _ in range(10_000):
            await asyncio.sleep(0)
            names = {task.get_name() for task in asyncio.all_tasks()}
            if any("table" in name or "sweep" in name for name in names):
                await asyncio.sleep(0.001)
            elif self._pending and self._pending[0][0] <= self._steady:
                self._run_due()
            else:
                await asyncio.sleep(0)  # for callbacks of the last task
                return
        raise AssertionError("the tables never came to rest")


class _Call:
    def __init__(self, callback: Callable[[], None]) -> None:
        self._callback: Callable[[], None] | None = callback

    def run(self) -> None:
        callback, self._callback = self._callback, None
        if callback is not None:
            callback()

    def cancel(self) -> None:
        self._callback = None


class Herald:
    """An announcer that remembers what it announced."""

    def __init__(self) -> None:
        self.told: list[Position] = []

    def announce(self, position: Position) -> None:
        self.told.append(position)


class Nobody:
    """Records no results, and has everybody in their servers."""

    async def record(self, _position: Position) -> None:
        return

    async def record_refused(self) -> AsyncIterator[int]:
        none: tuple[int, ...] = ()
        for table_id in none:
            yield table_id

    async def has_left(self, _guild_id: int, _person: int) -> bool:
        return False


ALONE: dict[str, Any] = {
    "bounds": Bounds(1_000_000, 1_000_000, 1_000_000),
    "recorder": Nobody(),
    "can_tell_news": lambda _position: True,
    "presence": Nobody(),
    "on_wakeup": lambda: None,
}
"""What tables need from a bot around them, where there is none."""


class House:
    """A store, a clock, and a table runtime that can be restarted as often as the test wants."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.clock = HandClock()
        self.herald = Herald()
        self.pace = Pace(move_delay=1.5, idle=1800.0)
        self.thinkers: Any = InlineWorkers()
        self.store: SqliteStore
        self.tables: Tables
        self._interaction = 5_000

    async def open(self) -> Tables:
        self.store = await fresh_database.opened(self.path)
        self.tables = self.another()
        await self.tables.resume()
        await self.tables.connected()
        return self.tables

    def another(self) -> Tables:
        """The tables of one more process on the same store."""
        return Tables(self.store, self.thinkers, self.herald, self.clock, levels, DEFAULT_LEVEL, self.pace, **ALONE)

    async def close(self) -> None:
        await self.tables.close()
        await self.store.close()

    async def restart(self, after: float = 0.0) -> Tables:
        """Start a new process, which keeps nothing but the file and the time."""
        await self.close()
        self.clock = HandClock(self.clock.now() + after)
        self.herald = Herald()
        return await self.open()

    def interaction(self) -> int:
        self._interaction += 1
        return self._interaction

    def opening(self, **values: Any) -> Opening:
        usual: dict[str, Any] = {"guild_id": 1, "channel_id": 10, "host": ADA, "game": "three-thirteen"}
        return Opening(**{**usual, **values})

    async def lobby(self, **values: Any) -> Any:
        return await self.tables.opener.open(self.opening(**values), self.interaction())

    async def playing(self, *people: Person, **values: Any) -> Any:
        """A started table with Ada, the other people, and computer players as asked for."""
        table = await self.lobby(**values)
        for person in people:
            await table.join(person)
        await table.start(ADA.id, self.interaction())
        return table


@pytest.fixture
def look_seconds() -> float:
    """Seconds between two rounds. Days pass in these tests, and a round takes a few real milliseconds."""
    return 60.0


@pytest.fixture
async def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, look_seconds: float) -> AsyncIterator[House]:
    """An open house, closed after the test. Its secrets, and so its deals, are the same in every run."""
    drawn = count()
    monkeypatch.setattr(
        "bot.tables.acts.opening.secrets.token_bytes", lambda _: hashlib.sha256(b"%d" % next(drawn)).digest()
    )
    monkeypatch.setattr("bot.tables.runtime.downtime.CHECK_SECONDS", look_seconds)
    fresh_database.leave_unflushed(monkeypatch)
    house = House(tmp_path / "tables.sqlite3")
    await house.open()
    yield house
    await house.close()
