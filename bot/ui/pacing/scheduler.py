"""Spends the request budget: starts the most urgent updates, and makes every other counted request wait its turn."""

from __future__ import annotations

import asyncio
import re
from contextlib import contextmanager
from contextvars import ContextVar, copy_context
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

import aiohttp

from bot.clock import SystemClock
from bot.operations.monitoring.request_figures import RequestFigures
from bot.ui.pacing.channel_pace import ChannelPace
from bot.ui.pacing.update_queue import NEVER, QueuedUpdate, UpdateQueue, Urgency, immediately, never_free

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Hashable, Iterator
    from types import SimpleNamespace
    from typing import Any

    from bot.clock import Timer
    from bot.ui.pacing.request_budget import RequestBudget
    from bot.ui.pacing.update_queue import ReadyAt

    Job: TypeAlias = Callable[[], Coroutine[Any, Any, None]]

_API = re.compile(r"/api/v\d+(?P<path>/(?P<free>(?:interactions|webhooks)/)?.*)")
"""A request to Discord. Answers to interactions and requests by their tokens are free: Discord does not count them."""


@dataclass(slots=True)
class _Ticket:
    """The urgency of a task's requests, and whether the first one is paid for.

    Requests of an update keep its place in the queue, since the others of its group wait until it `is_over`. Timers
    that it has set inherit the ticket and may outlive it.
    """

    urgency: Urgency
    is_paid: bool = False
    due: float | None = None
    is_over: bool = False


_ticket: ContextVar[_Ticket | None] = ContextVar("ticket", default=None)


@contextmanager
def low_priority() -> Iterator[None]:
    """Mark requests within the block as clean-up, unless an update makes them: it has more to send afterwards."""
    now = _ticket.get()
    if now is not None and not now.is_over:
        yield
        return
    token = _ticket.set(_Ticket(Urgency.CLEANUP))
    try:
        yield
    finally:
        _ticket.reset(token)


class Scheduler:
    """Starts jobs when the budget has a request for them, and holds back all requests that no job has paid for.

    `queue` holds outdated messages that are not being updated already; `now` returns the time in seconds since the
    epoch.
    """

    def __init__(self, budget: RequestBudget) -> None:
        self.budget = budget
        self.channels = ChannelPace()
        self.queue = UpdateQueue()
        self._clock = SystemClock()
        self.now = self._clock.now
        self._timer: Timer | None = None
        self._timer_at = NEVER
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_waking = False

    # What the announcer calls

    def schedule(
        self,
        key: Hashable,
        urgency: Urgency,
        due: float,
        job: Job,
        *,
        group: Hashable,
        ready_at: ReadyAt = immediately,
        is_free: Callable[[], bool] = never_free,
    ) -> None:
        """Schedule an update from `due` on; the job shows the state as of when it runs.

        Args:
            key: what is updated; a key is queued only once.
            urgency: its class; if already queued, the more urgent one counts.
            due: seconds since the epoch.
            job: performs the update.
            group: jobs of one group run one at a time.
            ready_at: until when it has to wait for any other reason.
            is_free: whether the job will need no counted request.
        """
        self.queue.put(QueuedUpdate(key, urgency, due, partial(self._start, job), group, ready_at, is_free))
        self.wake()

    def wake(self) -> None:
        """Check the queue soon, once for all calls until then."""
        if not self._is_waking:
            self._is_waking = True
            asyncio.get_running_loop().call_soon(self._start_ready)

    async def finish(self, seconds: float) -> None:
        """Finish the updates that can start now, within the time limit; drop the rest."""
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        while (left := end - loop.time()) > 0 and (self._tasks or self.queue.next_at(self.now()) <= self.now()):
            self._start_ready()
            if self._tasks:
                await asyncio.wait(self._tasks, timeout=left, return_when=asyncio.FIRST_COMPLETED)
            else:
                await asyncio.sleep(min(left, self.budget.wait() or 0.01))
        self.queue.drop_groups()
        if self._timer is not None:
            self._timer.cancel()
        late = list(self._tasks)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)

    # What a host can watch

    def request_figures(self) -> RequestFigures:
        """Requests spent and refused, and updates waiting."""
        now, budget = self.now(), self.budget
        waiting = {urgency.name.lower(): count for urgency, count in self.queue.counts(now).items()}
        return RequestFigures(
            budget.spent, budget.refused, budget.invalid_requests(), budget.pace, waiting, self.queue.oldest(now)
        )

    # The queue

    def _start_ready(self) -> None:
        """Start every update that may start now, and set the timer for the next."""
        self._is_waking = False
        now = self.now()
        while (one := self.queue.take(now, only_free=self.budget.wait() > 0)) is not None:
            one.start(one)
        self._set_timer(now)

    def _set_timer(self, now: float) -> None:
        at = max(self.queue.next_at(now), now + self.budget.wait())
        if at == self._timer_at:
            return
        if self._timer is not None:
            self._timer.cancel()
        self._timer_at = at
        self._timer = self._clock.call_at(at, self._timer_fired) if at < NEVER else None

    def _timer_fired(self) -> None:
        self._timer, self._timer_at = None, NEVER
        self._start_ready()

    def _start(self, job: Job, one: QueuedUpdate) -> None:
        ticket = _Ticket(one.urgency, is_paid=not one.is_free(), due=one.due)
        if ticket.is_paid:
            self.budget.take()
        self.queue.busy.add(one.group)
        context = copy_context()
        context.run(_ticket.set, ticket)
        task = asyncio.get_running_loop().create_task(job(), name=f"tell {one.group}", context=context)
        self._tasks.add(task)
        task.add_done_callback(partial(self._ended, ticket, one.group))

    def _ended(self, ticket: _Ticket, group: Hashable, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self.queue.busy.discard(group)
        ticket.is_over = True
        if ticket.is_paid:
            ticket.is_paid = False
            self.budget.give_back()
        self.wake()

    # The requests themselves

    async def pay(self) -> None:
        """Take a request out of the budget when it is this task's turn."""
        ticket = _ticket.get() or _Ticket(Urgency.TURN)
        if ticket.is_paid:
            ticket.is_paid = False
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def start(_one: QueuedUpdate) -> None:
            if not turn.done():
                self.budget.take()
                turn.set_result(None)

        due = self.now() if ticket.due is None or ticket.is_over else ticket.due
        self.queue.put(QueuedUpdate(turn, ticket.urgency, due, start))
        self._start_ready()
        try:
            await turn
        finally:
            self.queue.drop(turn)

    def trace(self) -> aiohttp.TraceConfig:
        """A trace for the client's session, which sees every request to Discord, including discord.py's retries."""
        config = aiohttp.TraceConfig()
        config.on_request_start.append(self._request_started)
        config.on_request_end.append(self._request_ended)
        return config

    async def _request_started(
        self,
        _session: aiohttp.ClientSession,
        _context: SimpleNamespace,
        request: aiohttp.TraceRequestStartParams,
    ) -> None:
        found = _API.fullmatch(request.url.path)
        if found is not None and not found["free"]:
            await self.pay()

    async def _request_ended(
        self,
        _session: aiohttp.ClientSession,
        _context: SimpleNamespace,
        request: aiohttp.TraceRequestEndParams,
    ) -> None:
        found = _API.fullmatch(request.url.path)
        if found is None:
            return
        status, headers = request.response.status, request.response.headers
        is_free = bool(found["free"])
        scope = headers.get("X-RateLimit-Scope", "global")
        self.budget.record_response(
            status, for_all=not is_free and scope == "global", is_shared=status == 429 and scope == "shared"
        )
        if not is_free:
            self.channels.update(request.method, found["path"], headers)
