"""A process follows its leases: it stands by, takes over, gives up, and does nothing by itself without a lease."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from bot.sharding.keeper import GRACE_SECONDS, LAPSED_SECONDS, LEAVING_SECONDS, ShardKeeper
from bot.tables.model.leases import Claim, LeaseRefusedError, Leases, NameTakenError, ShardCountError
from bot.tables.model.share import Share
from bot.tables.model.stores import StoreUnavailableError

if TYPE_CHECKING:
    from collections.abc import Callable

LEASE = 30.0
GUILD = 1 << 22
"""A server of shard 1 of two."""
BOTH = frozenset({"me", "two"})


@pytest.fixture(autouse=True)
def _a_short_goodbye(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.sharding.keeper.GRACE_SECONDS", 0.01)


class Clock:
    def __init__(self) -> None:
        self.time = 1000.0

    def now(self) -> float:
        return self.time


class Leasing:
    """A store that grants the leases that the test specifies."""

    def __init__(self, *granted: Leases) -> None:
        self.granted = list(granted)
        self.claims: list[Claim] = []
        self.released: list[str] = []
        self.is_away = False
        self.answers = asyncio.Event()
        self.answers.set()
        self.refuses: LeaseRefusedError | None = None

    async def renew(self, claim: Claim, now: float, until: float) -> Leases:
        await self.answers.wait()
        if self.is_away:
            raise StoreUnavailableError("away")
        if self.refuses is not None:
            self.claims.append(claim)
            raise self.refuses
        assert until - now == LEASE
        self.claims.append(claim)
        return self.granted.pop(0) if len(self.granted) > 1 else self.granted[0]

    async def release(self, claim: Claim) -> None:
        self.released.append(claim.process)


class Gateway:
    def __init__(self) -> None:
        self.open: set[int] = set()
        self.begun_anew = 0
        self.served: list[int] = []

    def serve(self, shard: int) -> None:
        self.served.append(shard)

    def restart(self) -> None:
        self.begun_anew += 1

    async def connect_to(self, shard: int) -> None:
        self.open.add(shard)

    async def disconnect_from(self, shard: int) -> None:
        self.open.discard(shard)

    def is_connected(self, shard: int) -> bool:
        return shard in self.open


class Tables:
    """Tables that record what the keeper tells them."""

    def __init__(self) -> None:
        self.shards: set[int] = set()
        self.told: list[tuple[str, int | None]] = []
        self.is_idle = asyncio.Event()
        self.is_idle.set()

    @property
    def share(self) -> Share:
        return Share(frozenset(self.shards), 2)

    async def take_over(self, shard: int, *, connected: bool) -> None:
        self.shards.add(shard)
        self.told.append(("connected" if connected else "taken", shard))

    async def release(self, shard: int) -> None:
        self.shards.discard(shard)
        self.told.append(("given", shard))
        await self.is_idle.wait()

    async def connected(self, shard: int) -> None:
        self.told.append(("connected", shard))

    def disconnected(self) -> None:
        self.told.append(("cut", None))


async def clock_is_right() -> None:
    """There is only one clock here."""


class Process:
    """A keeper, and everything that it controls."""

    def __init__(self, *granted: Leases, named: frozenset[int] | None = None) -> None:
        self.clock, self.store, self.gateway, self.tables = Clock(), Leasing(*granted), Gateway(), Tables()
        self.parts: list[int] = []
        self.lasting: list[float] = []
        store: Any = self.store
        clock: Any = self.clock
        claim = Claim("me", 2, named)
        self.keeper = ShardKeeper(store, clock, claim, self.gateway, clock_is_right, self._changed, LEASE)

    def _changed(self, leases: Leases, seconds: float) -> None:
        self.parts.append(leases.processes)
        self.lasting.append(seconds)

    async def begin(self) -> None:
        await self.keeper.join()
        tables: Any = self.tables
        self.keeper.start(tables)
        await self.until(lambda: len(self.store.claims) >= 2)

    async def claim(self) -> None:
        """Claim once more, and let the keeper act on the answer."""
        before = len(self.store.claims)
        self.keeper.claim_now()
        await self.until(lambda: self.store.is_away or len(self.store.claims) > before)
        await asyncio.sleep(0.02)

    async def end(self) -> None:
        self.store.granted = [Leases(frozenset())]
        await self.keeper.leave()

    @staticmethod
    async def until(wanted: Callable[[], bool]) -> None:
        async with asyncio.timeout(60):
            while not wanted():
                await asyncio.sleep(0.005)


async def test_granted_shards_are_taken_over_and_connected() -> None:
    process = Process(Leases(frozenset({0, 1})))
    await process.begin()
    await process.claim()
    assert process.tables.shards == process.gateway.open == {0, 1}
    assert (process.parts[-1], process.lasting[-1]) == (1, LEASE)
    await process.keeper.leave()
    assert process.store.released == ["me"]
    assert process.store.claims[-1].leaving


async def test_leaving_together_with_all_others_does_not_wait() -> None:
    process = Process(Leases(frozenset({0}), living=BOTH, others_stay=True))
    await process.begin()
    process.store.granted = [Leases(frozenset({0}), living=BOTH)]
    async with asyncio.timeout(LEAVING_SECONDS / 5):
        await process.keeper.leave()
    assert process.store.released == ["me"]


async def test_a_coming_shard_is_connected_first_and_reported_ready() -> None:
    mine, incoming = Leases(frozenset({0})), Leases(frozenset({0}), frozenset({1}), living=BOTH)
    process = Process(mine, mine, incoming, incoming, Leases(frozenset({0, 1})))
    await process.begin()
    await process.claim()
    assert 1 in process.gateway.open
    assert process.tables.shards == {0}
    await process.claim()
    assert process.store.claims[-1].ready == {1}
    await process.claim()
    assert ("connected", 1) in process.tables.told
    assert process.gateway.served == [1], "shard 0 was taken before it was connected to"
    await process.end()


async def test_clicks_are_still_answered_briefly_after_a_handover() -> None:
    both, one = Leases(frozenset({0, 1})), Leases(frozenset({0}), living=BOTH)
    process = Process(both, both, both, one)
    await process.begin()
    await process.claim()
    await process.claim()
    assert process.tables.told[-1] == ("given", 1)
    assert process.keeper.answer_delay(GUILD) == 0.0
    assert 1 in process.gateway.open
    process.clock.time += GRACE_SECONDS
    assert process.keeper.answer_delay(GUILD) is None
    assert process.keeper.answer_delay(0) == 0.0
    await process.claim()
    assert process.gateway.open == {0}
    await process.end()


async def test_shards_handed_over_together_do_not_wait_for_each_other() -> None:
    """While a computer player thought at a table of the first, nobody answered clicks on the second until its new owner
    had heard of it, and its tables were still played here.
    """
    both = Leases(frozenset({0, 1}))
    process = Process(both, both, both, Leases(frozenset(), living=BOTH))
    await process.begin()
    await process.claim()
    process.tables.is_idle.clear()
    await process.claim()
    assert process.tables.shards == set()
    assert process.keeper.answer_delay(0) == process.keeper.answer_delay(GUILD) == 0.0
    process.tables.is_idle.set()
    await process.end()


async def test_a_surplus_process_stands_by(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.sharding.keeper.RENEWALS_PER_LEASE", 10_000)
    process = Process(Leases(frozenset()), Leases(frozenset()), Leases(frozenset({1})))
    assert (await process.keeper.join()).own == {1}
    assert len(process.store.claims) == 3


async def test_a_standby_process_claims_nothing_after_leaving(monkeypatch: pytest.MonkeyPatch) -> None:
    """It used to be registered again after it had left, and the next process of its name waited for that lease."""
    monkeypatch.setattr("bot.sharding.keeper.RENEWALS_PER_LEASE", 10_000)
    process = Process(Leases(frozenset()))
    joining = asyncio.ensure_future(process.keeper.join())
    await process.until(lambda: len(process.store.claims) > 2)
    await process.keeper.leave()
    claims = len(process.store.claims)
    await asyncio.sleep(0.05)
    assert joining.cancelled()
    assert (len(process.store.claims), process.store.released) == (claims, ["me"])


async def test_a_taken_name_is_waited_for_only_as_long_as_a_lease(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.sharding.keeper.RENEWALS_PER_LEASE", 10_000)
    process = Process(Leases(frozenset({0})))
    process.store.refuses = NameTakenError("taken")
    joining = asyncio.ensure_future(process.keeper.join())
    await process.until(lambda: len(process.store.claims) > 2)
    process.clock.time += 0.9 * LEASE
    process.store.refuses = None
    assert (await joining).own == {0}
    process.store.refuses = NameTakenError("taken")
    joining = asyncio.ensure_future(process.keeper.join())
    await asyncio.sleep(0)
    process.clock.time += 2 * LEASE
    with pytest.raises(NameTakenError):
        await joining


async def test_a_nonexistent_shard_is_refused() -> None:
    with pytest.raises(ShardCountError, match="names shard 7, but the number of shards is 2"):
        await Process(Leases(frozenset()), named=frozenset({0, 7})).keeper.join()


async def test_a_process_with_an_outdated_shard_count_starts_again(caplog: pytest.LogCaptureFixture) -> None:
    """The other processes agreed on another number of shards while this one was away. It has no leases, and gives
    nothing back.
    """
    process = Process(Leases(frozenset({0})))
    await process.begin()
    process.store.refuses = ShardCountError("The other processes run with 4 shards.")
    await process.claim()
    assert process.gateway.begun_anew == 1
    assert "starts again: The other processes run with 4 shards." in caplog.text
    await process.keeper.leave()
    assert process.store.released == []


async def test_an_expired_lease_stops_everything_until_renewed() -> None:
    process = Process(Leases(frozenset({0})))
    await process.begin()
    await process.claim()
    process.store.is_away = True
    await process.claim()
    assert process.tables.told == [("taken", 0)], "it still holds"
    process.clock.time += LEASE
    await process.claim()
    process.store.is_away = False
    await process.claim()
    assert process.tables.told[1:] == [("cut", None), ("connected", 0)]
    await process.end()


async def test_a_process_that_lost_a_shard_with_its_lease_answers_no_more_clicks() -> None:
    """Another one has had the shard for a while, and answers them. What had waited here was done a second time."""
    process = Process(Leases(frozenset({0})))
    await process.begin()
    await process.claim()
    process.clock.time += LEASE
    process.store.granted = [Leases(frozenset(), living=BOTH)]
    await process.claim()
    assert process.tables.told[-1] == ("given", 0)
    assert process.keeper.answer_delay(0) is None
    await process.end()


async def test_a_lease_expiring_between_claims_stops_everything() -> None:
    """If the database was away at the last claim and is back before the next, another process may have the shards."""
    process = Process(Leases(frozenset({0})))
    await process.begin()
    await process.claim()
    process.store.is_away = True
    process.clock.time += LEASE - 0.05
    process.keeper.claim_now()
    await asyncio.sleep(0.02)
    assert process.tables.told == [("taken", 0)]
    process.clock.time += 0.05
    await asyncio.sleep(0.2)
    assert process.tables.told == [("taken", 0), ("cut", None)]
    process.store.is_away = False
    await process.end()


async def test_a_lease_granted_too_late_is_worthless() -> None:
    """A network that is cut sends no error. Clicks are left to the process that may have the shard now, but not for
    long enough to fail.
    """
    process = Process(Leases(frozenset({0})))
    await process.begin()
    await process.claim()
    process.store.answers.clear()
    process.clock.time += LEASE - 0.02
    process.keeper.claim_now()
    await asyncio.sleep(0.1)
    assert process.tables.told == [("taken", 0), ("cut", None)]
    process.clock.time += LEASE
    assert process.keeper.answer_delay(0) == LAPSED_SECONDS
    process.store.answers.set()
    await asyncio.sleep(0.05)
    assert process.keeper.answer_delay(0) == LAPSED_SECONDS
    await process.claim()
    assert process.tables.told[-1] == ("connected", 0)
    assert process.keeper.answer_delay(0) == 0.0
    await process.end()


async def test_a_shard_named_by_two_processes_is_left_to_the_other(caplog: pytest.LogCaptureFixture) -> None:
    mine = Leases(frozenset({0}))
    process = Process(mine, mine, replace(mine, own=frozenset(), heirs=((0, "two"),)), named=frozenset({0}))
    await process.begin()
    await process.claim()
    await process.claim()
    assert process.store.claims[-1].excluded == {0}
    assert "Process two took over shard 0, which its BOT_SHARDS names too" in caplog.text
    await process.end()
