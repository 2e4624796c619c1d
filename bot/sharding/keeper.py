"""A process's leases on shards: claimed every few seconds, and followed by its tables and its gateway."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol

from bot.tables.model.leases import LeaseRefusedError, NameTakenError, ShardCountError
from bot.tables.model.share import shard_of
from bot.tables.model.stores import STORE_AWAY, StoreUnavailableError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.tables.model.leases import Claim, Leases, ShardStore
    from bot.tables.model.protocols import Clock
    from bot.tables.runtime.tables import Tables

log = logging.getLogger(__name__)

RENEWALS_PER_LEASE = 3
"""How many times a lease is renewed before it would expire."""
HANDOVER_CLAIM_SECONDS = 0.5
"""Seconds between two claims while a shard changes hands."""
GRACE_SECONDS = 1.0
"""How long clicks are still answered after a shard was handed over, until its new owner has heard of it; a click that
both answer is carried out once.
"""
NAME_TAKEN_LEASES = 1.2
"""How many lease times a process waits for another with its own name; if that one is dead, its lease has expired by
then.
"""
LAPSED_SECONDS = 1.2
"""How long clicks on a shard whose lease could not be renewed wait, in case another process has the shard now. If
nobody can reach the database, they are still answered in time.
"""
LEAVING_SECONDS = 25.0
"""How long a stopping process waits for others to take over its shards."""


class Gateway(Protocol):
    """The connections to Discord, one per shard."""

    async def connect_to(self, shard: int) -> None:
        """Open a shard's connection; returns when it is open, and raises nothing."""
        ...

    async def disconnect_from(self, shard: int) -> None:
        """Close a shard's connection."""
        ...

    def is_connected(self, shard: int) -> bool:
        """Whether events of a shard arrive."""
        ...

    def serve(self, shard: int) -> None:
        """Note that this process owns the shard now and is connected to it."""
        ...

    def restart(self) -> None:
        """Close, to be started again, because this process's assumptions no longer hold."""
        ...


class ShardKeeper:
    """Claims shards for a process. Without a valid lease, its tables do nothing by themselves."""

    def __init__(
        self,
        store: ShardStore,
        clock: Clock,
        claim: Claim,
        gateway: Gateway,
        check_clock: Callable[[], Awaitable[None]],
        changed: Callable[[Leases, float], None],
        lease_seconds: float,
    ) -> None:
        """`check_clock` is called before each claim, `changed` with its result and for how many seconds it holds."""
        self._lease_seconds = lease_seconds
        self._store = store
        self._clock = clock
        self._claim = claim
        self._gateway = gateway
        self._check_clock = check_clock
        self._changed = changed
        self._tables: Tables | None = None
        self._until = 0.0
        self._lapsed = False
        self._handed_over_at: dict[int, float] = {}
        self._wake = asyncio.Event()
        self._connecting: dict[int, asyncio.Task[None]] = {}
        self._task: asyncio.Task[Any] | None = None
        self.leases: Leases | None = None

    @property
    def own(self) -> frozenset[int]:
        """The shards whose lease this process has."""
        return frozenset() if self.leases is None else self.leases.own

    @property
    def has_others(self) -> bool:
        """Whether other processes are alive."""
        return self.leases is not None and self.leases.processes > 1

    def holds(self, shard: int) -> bool:
        """Whether this process has the shard's lease, and it has not run out."""
        return shard in self.own and self._clock.now() < self._until

    async def join(self) -> Leases:
        """Claim until there is something to do; a surplus process stands by until another one stops.

        Raises:
            LeaseRefusedError: the others use another number of shards, one of them has this process's name, or the
                host named a shard that does not exist.
        """
        check_named(self._claim)
        self._task = asyncio.current_task()  # it claims until `start`, or until `leave` cancels it
        patience = self._clock.now() + NAME_TAKEN_LEASES * self._lease_seconds
        while True:
            try:
                leases = await self._renew(frozenset())
            except NameTakenError:
                if self._clock.now() > patience:
                    raise
                log.info("A process with this name is still registered; waiting in case it was the last run's.")
                await self._pause(self._lease_seconds / RENEWALS_PER_LEASE)
                continue
            if leases.own or leases.incoming:
                return leases
            log.info("All %d shards have a process: this one stands by.", self._claim.of)
            await self._pause(self._lease_seconds / RENEWALS_PER_LEASE)

    def start(self, tables: Tables) -> None:
        """Go on claiming; `tables` follow what is won and lost."""
        self._tables = tables
        self._task = asyncio.get_running_loop().create_task(self._run(tables), name="claim shards")

    def claim_now(self) -> None:
        """Claim again at once, because another process is waiting."""
        self._wake.set()

    def answer_delay(self, guild_id: int) -> float | None:
        """Seconds after which this process answers clicks and commands from a server (0: direct messages); None if it
        never does.
        """
        if not self._answers_for(shard_of(guild_id, self._claim.of)):
            return None
        return LAPSED_SECONDS if self._clock.now() >= self._until else 0.0

    def _answers_for(self, shard: int) -> bool:
        return shard in self.own or self._clock.now() - self._handed_over_at.get(shard, 0.0) < GRACE_SECONDS

    async def leave(self) -> None:
        """Hand the shards over to processes that stay, then release those that nobody took."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._claim = replace(self._claim, leaving=True)
        end = self._clock.now() + LEAVING_SECONDS
        try:
            while self._tables is not None and self._clock.now() < end:
                leases = await self._claim_and_apply(self._tables)
                if not (leases.own and leases.others_stay):
                    break
                await self._pause(HANDOVER_CLAIM_SECONDS)
            if self._handed_over_at:
                await asyncio.sleep(GRACE_SECONDS)
            await self._store.release(self._claim)
        except LeaseRefusedError:
            pass  # another process has taken its place
        except StoreUnavailableError as error:
            log.warning(
                "The shards could not be released; others can take them in %.0f s: %s", self._lease_seconds, error
            )
        for task in self._connecting.values():
            task.cancel()

    # The work

    async def _run(self, tables: Tables) -> None:
        while True:
            changing = False
            try:
                leases = await self._claim_and_apply(tables)
                changing = bool(leases.incoming or leases.heirs)
            except StoreUnavailableError as error:
                log.warning("The leases on shards could not be renewed: %s", error)
                if self._clock.now() >= self._until:
                    self._lapse()
            except LeaseRefusedError as error:
                log.warning("This process was away for too long and starts again: %s", error)
                self._gateway.restart()
                return
            except Exception:
                log.exception("Could not act on the leases on shards.")
            await self._pause(HANDOVER_CLAIM_SECONDS if changing else self._seconds_until_next())

    def _seconds_until_next(self) -> float:
        """Seconds until the next claim, at most until the lease expires, so that the expiry is noticed in time."""
        usual, left = self._lease_seconds / RENEWALS_PER_LEASE, self._until - self._clock.now()
        return min(usual, left) if left > 0 else usual

    async def _pause(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                await self._wake.wait()
        except TimeoutError:
            pass
        self._wake.clear()

    async def _renew(self, ready: frozenset[int]) -> Leases:
        now = self._clock.now()
        self._claim = replace(self._claim, ready=ready)
        leases = await self._request_leases(now, now + self._lease_seconds)
        self.leases, self._until = leases, now + self._lease_seconds
        if self._claim.named is not None and leases.heirs and not self._claim.leaving:
            for shard, heir in leases.heirs:
                log.warning(
                    "Process %s took over shard %d, which its BOT_SHARDS names too; this process lets it.",
                    heir,
                    shard,
                )
            self._claim = replace(self._claim, excluded=self._claim.excluded | {shard for shard, _heir in leases.heirs})
        self._changed(leases, self._until - self._clock.now())
        return leases

    async def _request_leases(self, now: float, until: float) -> Leases:
        """The leases that the store grants; if the current lease has expired, or does while the store does not answer,
        it is noted as lapsed.
        """
        asking = asyncio.ensure_future(self._ask(now, until))
        try:
            await asyncio.wait({asking}, timeout=max(0.0, self._until - now) if self.leases else None)
            if now >= self._until or not asking.done():
                self._lapse()
            leases = await asking
        finally:
            asking.cancel()
        if self._clock.now() >= until:
            raise StoreUnavailableError(STORE_AWAY)
        return leases

    async def _ask(self, now: float, until: float) -> Leases:
        await self._check_clock()
        return await self._store.renew(self._claim, now, until)

    async def _claim_and_apply(self, tables: Tables) -> Leases:
        """Claim, then follow."""
        before = self.own
        connected = {shard for shard in range(self._claim.of) if self._gateway.is_connected(shard)}
        leases = await self._renew(frozenset(connected - before))
        await self._apply_leases(tables, leases)
        return leases

    async def _apply_leases(self, tables: Tables, leases: Leases) -> None:
        lost, had_lapsed = tables.share.shards - leases.own, self._lapsed
        self._lapsed = False
        for shard in lost:
            log.info("Another process now looks after shard %d.", shard)
            if not had_lapsed:  # otherwise the other one has had it for a while
                self._handed_over_at[shard] = self._clock.now()
        await asyncio.gather(*map(tables.release, lost))
        if had_lapsed:
            for shard in leases.own & tables.share.shards:
                if self._gateway.is_connected(shard):
                    await tables.connected(shard)
        for shard in leases.own - tables.share.shards:
            self._handed_over_at.pop(shard, None)
            log.info("This process now looks after shard %d.", shard)
            is_connected = self._gateway.is_connected(shard)
            await tables.take_over(shard, connected=is_connected)
            if is_connected:
                self._gateway.serve(shard)
        for shard in range(self._claim.of):
            await self._connect_or_leave(shard, wanted=shard in leases.own | leases.incoming)

    async def _connect_or_leave(self, shard: int, *, wanted: bool) -> None:
        connecting = self._connecting.get(shard)
        is_connecting = connecting is not None and not connecting.done()
        if wanted and not is_connecting and not self._gateway.is_connected(shard):
            work = self._gateway.connect_to(shard)
            self._connecting[shard] = asyncio.get_running_loop().create_task(work, name=f"connect shard {shard}")
        elif not (wanted or self._answers_for(shard)) and self._gateway.is_connected(shard):
            await self._gateway.disconnect_from(shard)

    def _lapse(self) -> None:
        """An expired lease may belong to another process by now: stop acting unprompted until it is renewed."""
        if self._tables is not None and not self._lapsed:
            log.warning("The leases on shards have expired: this process waits until it can renew them.")
            self._lapsed = True
            self._tables.disconnected()


def check_named(claim: Claim) -> None:
    """Raises ShardCountError if the host named a shard that does not exist."""
    missing = sorted(number for number in claim.named or () if number >= claim.of)
    if missing:
        raise ShardCountError(
            f"BOT_SHARDS names shard {missing[0]}, but the number of shards is {claim.of}, counted from 0: correct it, "
            f"or set BOT_SHARD_COUNT to the same higher number for every process."
        )
