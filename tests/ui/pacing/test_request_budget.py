"""How many requests may be sent a second, and which go first if there are more to send."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from bot.ui.pacing.channel_pace import ChannelPace
from bot.ui.pacing.request_budget import MAX_INVALID, SLOW_SECONDS, WINDOW_SECONDS, RequestBudget
from bot.ui.pacing.scheduler import Scheduler, low_priority
from bot.ui.pacing.update_queue import NEVER, PATIENCE, QueuedUpdate, UpdateQueue, Urgency

if TYPE_CHECKING:
    from collections.abc import Callable


class Clock:
    """A clock that the test moves."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def waiting(key: str, urgency: Urgency, due: float = 0.0, **more: Any) -> QueuedUpdate:
    """An update that waits in the queue."""
    return QueuedUpdate(key, urgency, due, lambda _one: None, **more)


def keys(line: UpdateQueue, now: float) -> list[object]:
    """The keys of all updates that may be sent now, in order."""
    found = []
    while (one := line.take(now)) is not None:
        found.append(one.key)
    return found


def spent_in(budget: RequestBudget, clock: Clock, seconds: float) -> int:
    """How many requests the budget grants in that time to a caller that always wants one."""
    end, found = clock.now + seconds, 0
    while clock.now < end:
        if budget.wait() == 0:
            budget.take()
            found += 1
        else:
            clock.now += 0.001
    return found


def test_at_most_fifty_requests_are_granted_per_second() -> None:
    """The first requests go out at once, then the pace holds, and again after a rest."""
    clock = Clock()
    budget = RequestBudget(45, clock)
    for _ in range(5):
        assert budget.wait() == 0
        budget.take()
    budget = RequestBudget(45, clock)
    assert 45 <= spent_in(budget, clock, 1.0) <= 50
    clock.now += 60
    assert 45 <= spent_in(budget, clock, 1.0) <= 50
    assert abs(spent_in(budget, clock, 10.0) - 450) <= 5


def test_processes_share_the_bots_requests() -> None:
    """Discord counts the requests of all processes together. One that is alone again may send all."""
    clock = Clock()
    budget = RequestBudget(40, clock)
    granted = []
    for processes in (2, 1):
        budget.share(processes)
        granted.append(spent_in(budget, clock, 10))
    assert granted == [pytest.approx(200, abs=5), pytest.approx(400, abs=5)]


def test_an_unused_request_can_be_given_back() -> None:
    budget = RequestBudget(1, Clock())
    budget.take()
    assert budget.wait() > 0
    budget.give_back()
    assert budget.wait() == 0
    assert budget.spent == 0


def test_a_refusal_halves_the_pace_for_a_while() -> None:
    clock = Clock()
    budget = RequestBudget(40, clock)
    spent_in(budget, clock, 1.0)
    budget.record_response(429)
    assert abs(spent_in(budget, clock, 10.0) - 200) <= 5
    clock.now += SLOW_SECONDS
    assert budget.pace == 40
    assert budget.refused == 1


def test_a_refusal_of_one_channel_does_not_slow_the_others() -> None:
    budget = RequestBudget(40, Clock())
    budget.record_response(429, for_all=False)
    assert (budget.pace, budget.refused, budget.invalid_requests()) == (40, 1, 1)


def test_a_refusal_by_a_shared_limit_is_not_invalid() -> None:
    """Discord's page on rate limits says that such refusals do not count. They once did in the metrics."""
    budget = RequestBudget(40, Clock())
    budget.record_response(429, for_all=False, is_shared=True)
    assert (budget.pace, budget.refused, budget.invalid_requests()) == (40, 1, 0)


def test_invalid_requests_are_counted_for_ten_minutes() -> None:
    clock = Clock()
    budget = RequestBudget(40, clock)
    for status in (200, 401, 403, 404, 429):
        budget.record_response(status)
    assert budget.invalid_requests() == 3
    clock.now += WINDOW_SECONDS
    assert budget.invalid_requests() == 0


def test_no_more_invalid_requests_are_remembered_than_discord_bans_for() -> None:
    """All were once remembered until somebody looked at the figures, which few hosts do."""
    budget = RequestBudget(40, Clock())
    for _ in range(MAX_INVALID + 1):
        budget.record_response(403)
    assert budget.invalid_requests() == MAX_INVALID


def test_the_most_urgent_update_is_taken_first() -> None:
    line = UpdateQueue()
    for urgency in reversed(Urgency):
        line.put(waiting(urgency.name, urgency))
    assert keys(line, 0.0) == [urgency.name for urgency in Urgency]


def test_waiting_makes_an_update_more_urgent() -> None:
    """A board that has waited as long as it may goes before a turn that has only just come."""
    line, now = UpdateQueue(), PATIENCE[Urgency.OTHER] + 1
    line.put(waiting("old board", Urgency.OTHER, 0.0))
    line.put(waiting("turn", Urgency.TURN, now))
    line.put(waiting("new board", Urgency.BOARD, now))
    assert keys(line, now) == ["old board", "turn", "new board"]


def test_nothing_starves() -> None:
    """Turns keep coming twice as fast as they can be sent, and an old message is still sent."""
    line, taken = UpdateQueue(), []
    line.put(waiting("clean-up", Urgency.CLEANUP, 0.0))
    for second in range(150):
        for number in range(2):
            line.put(waiting(f"turn {second} {number}", Urgency.TURN, float(second)))
        one = line.take(float(second))
        taken.append(one.key if one is not None else None)
    assert taken.index("clean-up") <= 2 * (PATIENCE[Urgency.CLEANUP] + 1)


def test_hands_wait_at_most_five_seconds_and_boards_thirty() -> None:
    """After a restart, two hundred tables with a turn every six seconds need a hand and a board for each turn, which is
    more than the budget can pay for. Hands used to wait for eight seconds, because boards that had waited as long went
    before them.
    """
    tables, every, pace = 200, 6.0, 45
    line, turns = UpdateQueue(), 0
    since, waited = dict[object, float](), {Urgency.HAND: [0.0], Urgency.BOARD: [0.0]}
    for request in range(60 * pace):
        now = request / pace
        while turns <= now * tables / every:
            for urgency in waited:
                key = turns % tables, urgency
                since.setdefault(key, now)
                line.put(QueuedUpdate(key, urgency, now, lambda _one: None))
            turns += 1
        one = line.take(now)
        if one is not None:
            waited[one.urgency].append(now - since.pop(one.key))
    assert max(waited[Urgency.HAND]) <= 5
    assert max(waited[Urgency.BOARD]) <= 30


def test_an_update_that_becomes_urgent_queues_behind_urgent_ones() -> None:
    """A hand that becomes urgent only now goes behind those that were urgent before it."""
    line = UpdateQueue()
    line.put(waiting("waited already", Urgency.OTHER, 0.0))
    line.put(waiting("came first", Urgency.HAND, 4.0))
    line.put(waiting("waited already", Urgency.HAND, 5.0))
    assert keys(line, 5.0) == ["came first", "waited already"]


def test_changes_of_one_message_are_a_single_update() -> None:
    """The queue holds state, not requests: ten changes of a board are one update, as old as the first and as urgent as
    the most urgent of them.
    """
    line = UpdateQueue()
    for due in range(10):
        line.put(waiting("board", Urgency.BOARD if due == 5 else Urgency.OTHER, float(due)))
    assert line.counts(9.0)[Urgency.BOARD] == 1
    assert line.oldest(9.0) == 9.0
    assert keys(line, 9.0) == ["board"]


def test_updates_that_are_not_ready_do_not_block_others() -> None:
    line = UpdateQueue()
    line.put(waiting("later", Urgency.TURN, 10.0))
    line.put(waiting("closed", Urgency.TURN, ready_at=lambda _now: NEVER))
    line.put(waiting("board", Urgency.OTHER))
    assert keys(line, 0.0) == ["board"]
    assert line.next_at(0.0) == 10.0


def test_updates_that_are_not_due_are_not_checked() -> None:
    """With two hundred tables, there are hundreds of updates in the queue, and every request consults it."""
    line, asked = UpdateQueue(), []

    def ready_at(now: float) -> float:
        asked.append(now)
        return 0.0

    for number in range(100):
        line.put(waiting(f"board {number}", Urgency.OTHER, 10.0 + number, ready_at=ready_at))
    assert (line.take(5.0), line.next_at(5.0), asked) == (None, 10.0, [])
    assert keys(line, 11.0) == ["board 0", "board 1"]
    assert line.next_at(11.0) == 12.0


def test_an_update_can_be_brought_forward_or_dropped() -> None:
    line = UpdateQueue()
    for key, dues in {"brought forward": (20.0, 5.0, 9.0), "dropped": (3.0,), "put again": (4.0,)}.items():
        for due in dues:
            line.put(waiting(key, Urgency.BOARD, due))
    line.drop("dropped")
    line.drop("put again")
    line.put(waiting("put again", Urgency.BOARD, 7.0))
    assert (line.next_at(0.0), keys(line, 4.5), line.next_at(4.5)) == (5.0, [], 5.0)
    assert (keys(line, 5.0), line.next_at(5.0)) == (["brought forward"], 7.0)
    assert (keys(line, 30.0), line.next_at(30.0)) == (["put again"], NEVER)


def test_a_free_update_needs_no_request() -> None:
    line = UpdateQueue()
    line.put(waiting("board", Urgency.TURN))
    line.put(waiting("hand", Urgency.OTHER, is_free=lambda: True))
    one = line.take(0.0, only_free=True)
    assert one is not None
    assert one.key == "hand"
    assert line.take(0.0, only_free=True) is None


def test_a_channel_waits_as_long_as_discord_says() -> None:
    clock = Clock()
    pace = ChannelPace(clock)
    pace.update("PATCH", "/channels/7/messages/8", {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset-After": "2.5"})
    assert pace.wait("PATCH", 7) == 2.5
    assert pace.wait("POST", 7) == pace.wait("PATCH", 8) == 0
    clock.now += 2.5
    assert pace.wait("PATCH", 7) == 0


@pytest.fixture
def scheduler() -> Scheduler:
    return Scheduler(RequestBudget(100))


def job(scheduler: Scheduler, done: list[str], name: str, requests: int = 1) -> Callable[[], Any]:
    async def work() -> None:
        for _ in range(requests):
            await scheduler.pay()
        done.append(name)

    return work


async def test_jobs_start_by_urgency_as_requests_become_available() -> None:
    """The budget has one request left, so an update scheduled last goes first if it is more urgent."""
    scheduler = Scheduler(RequestBudget(9))
    done: list[str] = []
    for urgency in reversed(Urgency):
        scheduler.schedule(urgency, urgency, scheduler.now(), job(scheduler, done, urgency.name), group=urgency)
    await scheduler.finish(5)
    assert done == [urgency.name for urgency in Urgency]


async def test_what_is_not_due_at_a_stop_is_dropped(scheduler: Scheduler) -> None:
    """The next process does it: this one's store and connection are closed by then."""
    done: list[str] = []
    for name, wait in (("now", 0.0), ("in an hour", 3600.0)):
        scheduler.schedule(name, Urgency.CLEANUP, scheduler.now() + wait, job(scheduler, done, name), group=name)
    await scheduler.finish(5)
    assert done == ["now"]
    assert "in an hour" not in scheduler.queue


async def test_what_could_not_start_before_a_stop_is_dropped(scheduler: Scheduler) -> None:
    """What waited for an update that Discord did not answer began when that was cancelled, after the stop."""
    begun: list[str] = []

    def hanging(name: str) -> Callable[[], Any]:
        async def hang() -> None:
            begun.append(name)
            await asyncio.sleep(60)

        return hang

    for name in ("first", "second"):
        scheduler.schedule(name, Urgency.BOARD, 0.0, hanging(name), group="channel")
    await scheduler.finish(0.05)
    await asyncio.sleep(0.01)
    assert begun == ["first"]


async def test_every_request_of_a_job_is_paid_for(scheduler: Scheduler) -> None:
    """A job's first request is paid for when it starts, the others when they are sent. A request that is not needed is
    given back.
    """
    done: list[str] = []
    scheduler.schedule("three", Urgency.BOARD, 0.0, job(scheduler, done, "three", 3), group=1)
    scheduler.schedule("none", Urgency.BOARD, 0.0, job(scheduler, done, "none", 0), group=2)
    await scheduler.finish(5)
    assert sorted(done) == ["none", "three"]
    assert scheduler.budget.spent == 3


async def test_a_request_outside_of_jobs_waits_in_the_same_queue() -> None:
    """A request outside of jobs counts as urgent, unless it only cleans up."""
    scheduler = Scheduler(RequestBudget(9))
    done: list[str] = []

    async def clean_up() -> None:
        with low_priority():
            await scheduler.pay()
        done.append("clean-up")

    scheduler.budget.take()
    tasks = [asyncio.create_task(clean_up()), asyncio.create_task(job(scheduler, done, "answer")())]
    await asyncio.gather(*tasks)
    assert done == ["answer", "clean-up"]


async def test_a_started_update_keeps_its_place_in_the_queue() -> None:
    """The table's other updates wait for it. Its second request once queued behind younger updates."""
    scheduler = Scheduler(RequestBudget(9))
    done: list[str] = []
    for name, age, requests in (("younger", 5, 1), ("older", 10, 2)):
        due = scheduler.now() - age
        scheduler.schedule(name, Urgency.OTHER, due, job(scheduler, done, name, requests), group=name)
    await scheduler.finish(5)
    assert done == ["older", "younger"]


async def test_an_urgent_update_does_not_wait_for_what_it_cleans_up() -> None:
    """A mention first deletes the one before. As clean-up, that once came after everything else that was waiting."""
    scheduler = Scheduler(RequestBudget(9))
    done: list[str] = []

    async def mention() -> None:
        with low_priority():
            await scheduler.pay()
        await job(scheduler, done, "mention")()

    scheduler.schedule("mention", Urgency.TURN, scheduler.now(), mention, group="a table")
    scheduler.schedule("board", Urgency.BOARD, scheduler.now(), job(scheduler, done, "board"), group="another")
    await scheduler.finish(5)
    assert done == ["mention", "board"]


async def test_jobs_of_one_group_run_one_after_another(scheduler: Scheduler) -> None:
    """The board and the ping of one channel never overtake each other. Other channels do not wait for them."""
    done: list[str] = []
    gate = asyncio.Event()

    async def slow() -> None:
        await gate.wait()
        done.append("slow")

    scheduler.schedule("slow", Urgency.BOARD, 0.0, slow, group="channel")
    await asyncio.sleep(0.01)
    scheduler.schedule("next", Urgency.TURN, 0.0, job(scheduler, done, "next"), group="channel")
    scheduler.schedule("other", Urgency.OTHER, 0.0, job(scheduler, done, "other"), group="another")
    await asyncio.sleep(0.01)
    assert done == ["other"]
    gate.set()
    await scheduler.finish(5)
    assert done == ["other", "slow", "next"]


async def test_a_job_scheduled_again_while_running_runs_again(scheduler: Scheduler) -> None:
    done: list[str] = []
    gate = asyncio.Event()

    async def slow() -> None:
        await gate.wait()
        done.append("told")

    for _ in range(2):
        scheduler.schedule("board", Urgency.BOARD, 0.0, slow, group=1)
        await asyncio.sleep(0.01)
    gate.set()
    await scheduler.finish(5)
    assert done == ["told", "told"]


async def test_finish_does_not_wait_for_ever(scheduler: Scheduler) -> None:
    async def hang() -> None:
        await asyncio.sleep(60)

    scheduler.schedule("hangs", Urgency.BOARD, 0.0, hang, group=1)
    async with asyncio.timeout(30):
        await scheduler.finish(0.05)
