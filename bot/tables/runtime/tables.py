"""All tables of this process: finding them, waking them, and resuming them after a restart."""

from __future__ import annotations

import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

from bot.tables.acts.absence import notes_absences
from bot.tables.model.errors import NoTableError, UnknownRulesError, table_gone
from bot.tables.model.stores import FORGOTTEN, SERVER_CHANGED, StoreUnavailableError
from bot.tables.runtime.hints import Hints
from bot.tables.runtime.loaded_tables import LoadedTables
from bot.tables.runtime.opener import Opener
from bot.tables.runtime.waking import Waker
from bot.tables.runtime.watch import Watch
from bot.tables.runtime.watches import Watches
from bot.tables.table.services import Services
from bot.tables.table.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterable

    from bot.tables.model.bounds import Bounds
    from bot.tables.model.pace import Pace
    from bot.tables.model.position import Position
    from bot.tables.model.protocols import Announcer, Clock, LevelsOf, Presence, Recorder, Thinkers
    from bot.tables.model.records import Deadline, TableRecord
    from bot.tables.model.share import Share
    from bot.tables.model.stores import Store

T = TypeVar("T")

log = logging.getLogger(__name__)

CHANGED = "table"
"""Notice, with a table's number and version: a process that does not look after it has changed it."""


class Tables:
    """The tables that this process plays at. Several processes may share one store.

    Anybody may change any table. Only the process whose share a table is in wakes it, thinks for its computer players
    and keeps its messages up to date; it learns of other processes' changes from the store's news and by checking every
    few seconds.
    """

    def __init__(
        self,
        store: Store,
        thinkers: Thinkers,
        announcer: Announcer,
        clock: Clock,
        levels: LevelsOf,
        default_level: str,
        pace: Pace,
        *,
        bounds: Bounds,
        recorder: Recorder,
        can_tell_news: Callable[[Position], bool],
        presence: Presence,
        on_wakeup: Callable[[], None],
    ) -> None:
        self.store = store
        self._announcer = announcer
        self._clock = clock
        self._services = Services(
            store.tables,
            clock,
            levels,
            default_level,
            pace,
            self._changed,
            recorder,
            self._notice_of,
            store.people.settings,
            can_tell_news,
        )
        self.move_settings = self._services.move_settings
        self.opener = Opener(store, self._services, bounds, self._add, self.in_channel)
        self._on_wakeup = on_wakeup
        self._watches = Watches(self._new_watch)
        self._stopped = False
        self._waker = Waker(thinkers, presence, self._watches.may_act)
        self.hints = Hints(thinkers, levels)
        self.loaded = LoadedTables()

    # Life

    async def resume(self) -> None:
        """Resume where the last process stopped, before anybody can click: deadlines move by the downtime.

        Nothing acts by itself before `connected`.
        """
        await self.move_settings.load(self.store.people)
        for watch in self._watches:
            await watch.resume()

    def data_received(self, shard: int) -> None:
        """Note that data from Discord arrived on this shard, so people there can reach the bot."""
        for watch in self._watches.at(shard):
            watch.downtime.data_received()

    def disconnected(self, shard: int | None = None) -> None:
        """Note that Discord cannot reach the bot (on this shard): clocks stop, and nothing acts until `connected`."""
        for watch in self._watches.at(shard):
            watch.downtime.disconnect()

    async def connected(self, shard: int | None = None) -> None:
        """Note that Discord reaches the bot (again): deadlines move by the time it did not, then take effect."""
        for watch in self._watches.at(shard):
            for table_id in await watch.connected():
                await self._announce(table_id)

    async def check(self) -> None:
        """Check all tables now, because news of other processes may have been missed."""
        self._reload_soon([table.id for table in self.loaded if not table.record.phase.is_live])
        for watch in self._watches:
            await watch.check()
        await self.move_settings.load(self.store.people)

    @property
    def can_be_played(self) -> bool:
        """Whether people can play, as far as the bot knows."""
        return bool(self._watches) and all(watch.downtime.is_over for watch in self._watches)

    def can_be_played_at(self, shard: int) -> bool:
        """Whether people can play at the tables of a shard that this process looks after."""
        return all(watch.downtime.is_over for watch in self._watches.at(shard))

    # What this process looks after

    @property
    def share(self) -> Share:
        """The shards that this process looks after now."""
        return self._watches.share

    async def take_over(self, shard: int, *, connected: bool) -> None:
        """Look after the tables of one more shard, whose gateway may be open already.

        If the store is unavailable, the shard is still not this process's share.
        """
        watch = self._watches.add(shard)
        try:
            await self.move_settings.load(self.store.people)
            await watch.resume()
        except Exception:
            await self.release(shard)
            raise
        if connected:
            await self.connected(shard)

    async def release(self, shard: int) -> None:
        """Note that another process now owns the tables of this shard, so nothing acts for them here."""
        watch = self._watches.remove(shard)
        self._services.unattended.clear()  # tables that stay are noted again at their next turn
        if watch is not None:
            await watch.close()

    def set_share(self, share: Share, has_lease: Callable[[int], bool] = lambda _shard: True) -> None:
        """Look after this share instead of everything, while `has_lease` says so of a shard; call it before
        `resume`.
        """
        self._watches.replace(share, has_lease)

    def _new_watch(self, share: Share, has_lease: Callable[[], bool]) -> Watch:
        return Watch(
            share,
            self.store,
            self._clock,
            self._act_on,
            self._on_shift,
            self._announce_soon,
            self._end_absences_soon,
            self._on_wakeup,
            has_lease=has_lease,
            record_refused=self._services.recorder.record_refused,
        )

    async def _on_shift(self, watch: Watch) -> None:
        """All deadlines of a watch have moved: its tables in memory are stale."""
        for table in self.loaded:
            if table.record.phase.is_live and watch.share.has(table.record.home):
                with suppress(NoTableError, UnknownRulesError):
                    await table.refresh()

    def _notice_of(self, record: TableRecord) -> str | None:
        """What to tell the process that looks after the table of a change here; None if that is this one."""
        return f"{CHANGED}:{record.id}:{record.version}" if self._watches.of(record) is None else None

    def handle_notice(self, notice: str) -> None:
        """Handle a change by another process: reload, announce and wake a table owned here, or reload tables from which
        a person was removed, or a server's settings.
        """
        kind, *facts = notice.split(":")
        if kind == CHANGED and self._watches:
            self._announce_soon(int(facts[0]))
        elif kind == FORGOTTEN:
            self._reload_soon(map(int, facts[0].split(",")))
        elif kind == SERVER_CHANGED and not self._stopped:
            self._services.tasks.spawn(self._reload_settings(int(facts[0])), "reload settings for tables")

    async def _reload_settings(self, guild_id: int) -> None:
        try:
            await self.move_settings.reload(self.store.people, guild_id)
        except StoreUnavailableError as error:
            log.info("A server's settings for moves could not be read now: %s", error)

    def _reload_soon(self, table_ids: Iterable[int]) -> None:
        if not self._stopped:
            self._services.tasks.spawn(self.reload(table_ids), "reload tables")

    def _announce_soon(self, table_id: int) -> None:
        if not self._stopped:
            self._services.tasks.spawn(self._announce(table_id), f"tell table {table_id}")

    async def _announce(self, table_id: int) -> None:
        """Announce a table as stored, as the one in memory may be older."""
        try:
            table = await self.get(table_id)
            watch = None if table is None else self._watches.of(table.record)
            if table is not None and watch is not None and not watch.alarms.closed:
                position = await table.refresh()
                watch.alarms.set(table_id, position.record.deadline)
                self._announcer.announce(position)
        except (NoTableError, UnknownRulesError, StoreUnavailableError) as error:
            log.info("Could not announce table %d now: %s", table_id, error)

    def _end_absences_soon(self, table_id: int) -> None:
        self._services.tasks.spawn(self._end_absences(table_id), f"end absences at table {table_id}")

    async def _end_absences(self, table_id: int) -> None:
        """Record that people are back at the table. If that fails, a later check finds the table again."""
        try:
            await (await self.require(table_id)).end_absences()
        except (NoTableError, UnknownRulesError, StoreUnavailableError) as error:
            log.info("Could not end an absence at table %d now: %s", table_id, error)

    async def announce_live(self) -> None:
        """Announce every live table, changed or not; one whose rules are unknown is logged."""
        for table_id, _deadline in await self.store.deadlines.all():
            try:
                table = await self.get(table_id)
            except UnknownRulesError as error:
                log.info("Could not announce table %d now: %s", table_id, error)
                continue
            if table is not None:
                self._announcer.announce(table.position)

    async def close(self) -> None:
        """Stop waking tables and finish work in progress."""
        self._stopped = True
        for watch in self._watches:
            await watch.close()
        await self._services.tasks.finish()
        for watch in self._watches:
            await watch.beat()

    async def uninterrupted(self, work: Coroutine[Any, Any, T], name: str) -> T:
        """Run work to its end even if the caller is cancelled; `close` waits for it."""
        return await self._services.tasks.uninterrupted(work, name)

    # Finding tables

    async def get(self, table_id: int) -> Table | None:
        """The table with that id, loaded on first use. Raises UnknownRulesError."""
        table = self.loaded.of(table_id)
        if table is None:
            record = await self.store.tables.load(table_id)
            if record is None:
                return None
            table = self.loaded.of(table_id) or Table(self._services.position_of(record), self._services)
        elif self._watches.of(table.record) is None:
            try:
                await table.refresh()  # another process changes it too, without notices to this one
            except NoTableError:  # and may delete it
                self.loaded.drop(table_id)
                return None
        self.loaded.use(table)
        return table

    async def require(self, table_id: int) -> Table:
        """The table with that id. Raises NoTableError."""
        table = await self.get(table_id)
        if table is None:
            raise table_gone()
        return table

    async def in_channel(self, channel_id: int) -> Table | None:
        """The channel's live table, or else the last one that ended there, if its rules are known."""
        table_id = await self.store.tables.in_channel(channel_id)
        try:
            return None if table_id is None else await self.get(table_id)
        except UnknownRulesError as error:
            if error.table.phase.is_live:
                raise
            return None

    async def of_person(self, person: int) -> list[Table]:
        """The live tables where the person plays, newest first, except those whose rules are unknown."""
        return await self._with_known_rules(await self.store.tables.of_person(person))

    async def live_in_guild(self, guild_id: int) -> list[Table]:
        """The server's live tables, except those whose rules are unknown."""
        return await self._with_known_rules(await self.store.tables.live_in_guild(guild_id))

    async def _with_known_rules(self, table_ids: Iterable[int]) -> list[Table]:
        found: list[Table] = []
        for table_id in table_ids:
            with suppress(UnknownRulesError):
                table = await self.get(table_id)
                found += [] if table is None else [table]
        return found

    async def set_away(self, person: int, until: float | None) -> None:
        """Let correspondence tables wait for the person until then; None: they are back."""
        for table in await self.of_person(person):
            if notes_absences(table.record):
                await table.set_away(person, until)

    async def reload(self, table_ids: Iterable[int]) -> None:
        """Reload tables that were changed in the store, if this process has them in memory."""
        for table_id in table_ids:
            table = self.loaded.of(table_id)
            if table is not None:
                with suppress(NoTableError, UnknownRulesError):
                    await table.refresh()

    async def close_unreadable(self, record: TableRecord, reason: str) -> None:
        """Close a live table that cannot be loaded, so that its channel is free. Nothing else that is stored of it
        changes, and nobody is rated.
        """
        await self.store.tables.close_unreadable(record.id, reason, self._clock.now())
        self.drop([record.id])

    def drop(self, table_ids: Iterable[int]) -> None:
        """Drop tables that were deleted from the store."""
        for table_id in table_ids:
            for watch in self._watches:
                watch.alarms.set(table_id, None)
            self.loaded.drop(table_id)
            self._services.unattended.discard(table_id)

    def _add(self, position: Position) -> Table:
        """Announce a new table, which somebody may have looked up already."""
        table = self.loaded.of(position.record.id) or Table(position, self._services)
        self.loaded.use(table)
        self._changed(table.position)
        return table

    # Called by the tables and their alarms

    def _changed(self, position: Position) -> None:
        """Set the alarm of a saved position and announce it."""
        record = position.record
        watch = self._watches.of(record)
        if watch is None:
            return  # the process that looks after it gets a notice
        unattended = self._services.unattended
        (unattended.add if record.is_unattended else unattended.discard)(record.id)
        watch.alarms.set(record.id, record.deadline)
        if not watch.alarms.closed:
            self._announcer.announce(position)

    async def _act_on(self, table_id: int, deadline: Deadline) -> None:
        """Act on a deadline, if it is still the table's. With unknown rules, it waits for a version that knows them; a
        table that was deleted meanwhile has nothing left to do.
        """
        try:
            table = await self.require(table_id)
            if table.record.deadline != deadline:
                await table.refresh()
        except (NoTableError, UnknownRulesError) as error:
            log.info("Table %d could not act on its deadline: %s", table_id, error)
            return
        watch = self._watches.of(table.record)
        if watch is None:
            return
        if table.record.deadline != deadline:
            watch.alarms.set(table.id, table.record.deadline)
            return
        with suppress(NoTableError):
            await self._waker.act_on(table, deadline)
