"""Spends the purse: starts the most urgent of what waits, and lets every other counted request of the bot wait its
turn.
"""

from __future__ import annotations

import asyncio
import re
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

import aiohttp

from bot.clock import SystemClock
from bot.operations.telling import Telling
from bot.ui.messages.channel_pace import ChannelPace
from bot.ui.messages.waiting import NEVER, Line, Urgency, Waiting, at_once, not_free

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Hashable, Iterator
    from types import SimpleNamespace
    from typing import Any

    from bot.clock import Timer
    from bot.ui.messages.purse import Purse
    from bot.ui.messages.waiting import Opens

    Job: TypeAlias = Callable[[], Coroutine[Any, Any, None]]

_API = re.compile(r"/api/v\d+(?P<path>/.*)")
_FREE = re.compile(r"/(?:interactions|webhooks)/.*")
"""Answers to interactions, and what goes by their tokens: Discord does not count them."""


@dataclass(slots=True)
class _Ticket:
    """How urgent the requests of a task are, and whether the first of them is paid for."""

    urgency: Urgency
    is_paid: bool = False


_ticket: ContextVar[_Ticket | None] = ContextVar("ticket", default=None)


@contextmanager
def no_hurry() -> Iterator[None]:
    """What is sent within the block only cleans up."""
    now = _ticket.get()
    if now is not None and now.urgency is Urgency.CLEANUP:
        yield
        return
    token = _ticket.set(_Ticket(Urgency.CLEANUP))
    try:
        yield
    finally:
        _ticket.reset(token)


class Scheduler:
    """Starts jobs when the purse has a request for them, and holds back all requests that no job has paid for.

    `line` is what is behind and not being brought up to date already; `now` is the clock by which things are due.
    """

    def __init__(self, purse: Purse) -> None:
        self.purse = purse
        self.channels = ChannelPace()
        self.line = Line()
        self._clock = SystemClock()
        self.now = self._clock.now
        self._timer: Timer | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._count = 0
        self._stirred = False

    # What the announcer calls

    def want(
        self,
        key: Hashable,
        urgency: Urgency,
        due: float,
        job: Job,
        *,
        lane: Hashable,
        opens: Opens = at_once,
        is_free: Callable[[], bool] = not_free,
    ) -> None:
        """Something is behind from `due` on; the job brings it up to date, as things are when its turn comes.

        Args:
            key: what it is; it waits once.
            urgency: its class; where it waits already, the more urgent one holds.
            due: seconds since the epoch.
            job: what brings it up to date.
            lane: jobs of one lane run one after the other.
            opens: when else it has to wait.
            is_free: whether the job will need no counted request.
        """
        self.line.put(Waiting(key, urgency, due, partial(self._start, job), lane, opens, is_free))
        self.stir()

    def stir(self) -> None:
        """Something may have become possible: look at the line soon, once for all that happens meanwhile."""
        if not self._stirred:
            self._stirred = True
            asyncio.get_running_loop().call_soon(self._look)

    async def finish(self, seconds: float) -> None:
        """Let what may be told now be told, for so long at most; the rest is forgotten."""
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        while (left := end - loop.time()) > 0 and (self._tasks or self.line.next_at(self.now()) <= self.now()):
            self._look()
            if self._tasks:
                await asyncio.wait(self._tasks, timeout=left, return_when=asyncio.FIRST_COMPLETED)
            else:
                await asyncio.sleep(min(left, self.purse.wait() or 0.01))
        if self._timer is not None:
            self._timer.cancel()
        late = list(self._tasks)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)

    # What a host can watch

    def telling(self) -> Telling:
        """What was spent and refused, and what waits."""
        now, purse = self.now(), self.purse
        waiting = {urgency.name.lower(): count for urgency, count in self.line.counts(now).items()}
        return Telling(purse.spent, purse.refused, purse.invalid(), purse.pace, waiting, self.line.oldest(now))

    # The line

    def _look(self) -> None:
        """Start whatever may start now, and come back when there may be more."""
        self._stirred = False
        now = self.now()
        while (one := self.line.take(now, only_free=self.purse.wait() > 0)) is not None:
            one.go(one)
        self._come_back(now)

    def _come_back(self, now: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        at = self.line.next_at(now)
        if at < NEVER:
            self._timer = self._clock.call_at(max(at, now + self.purse.wait()), self._look)

    def _start(self, job: Job, one: Waiting) -> None:
        ticket = _Ticket(one.urgency, is_paid=not one.is_free())
        if ticket.is_paid:
            self.purse.take()
        self.line.busy.add(one.lane)
        task = asyncio.get_running_loop().create_task(_run(ticket, job), name=f"tell {one.lane}")
        self._tasks.add(task)
        task.add_done_callback(partial(self._ended, ticket, one.lane))

    def _ended(self, ticket: _Ticket, lane: Hashable, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self.line.busy.discard(lane)
        if ticket.is_paid:
            ticket.is_paid = False
            self.purse.give_back()
        self.stir()

    # The requests themselves

    async def pay(self) -> None:
        """Take a request out of the purse, when it is this task's turn."""
        ticket = _ticket.get() or _Ticket(Urgency.TURN)
        if ticket.is_paid:
            ticket.is_paid = False
            return
        self._count += 1
        key, turn = ("request", self._count), asyncio.get_running_loop().create_future()

        def go(_one: Waiting) -> None:
            if not turn.done():
                self.purse.take()
                turn.set_result(None)

        self.line.put(Waiting(key, ticket.urgency, self.now(), go))
        self._look()
        try:
            await turn
        finally:
            self.line.drop(key)

    def trace(self) -> aiohttp.TraceConfig:
        """For the client's session: every request to Discord goes through it, also those that discord.py repeats."""
        config = aiohttp.TraceConfig()
        config.on_request_start.append(self._before)
        config.on_request_end.append(self._after)
        return config

    async def _before(
        self,
        _session: aiohttp.ClientSession,
        _context: SimpleNamespace,
        request: aiohttp.TraceRequestStartParams,
    ) -> None:
        found = _API.fullmatch(request.url.path)
        if found is not None and not _FREE.fullmatch(found["path"]):
            await self.pay()

    async def _after(
        self,
        _session: aiohttp.ClientSession,
        _context: SimpleNamespace,
        request: aiohttp.TraceRequestEndParams,
    ) -> None:
        found = _API.fullmatch(request.url.path)
        if found is None:
            return
        status, headers = request.response.status, request.response.headers
        is_free = _FREE.fullmatch(found["path"]) is not None
        self.purse.answered(status, for_all=not is_free and headers.get("X-RateLimit-Scope", "global") == "global")
        if not is_free:
            self.channels.note(request.method, found["path"], headers)


async def _run(ticket: _Ticket, job: Job) -> None:
    _ticket.set(ticket)
    await job()
