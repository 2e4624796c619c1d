"""All tables of this process: opening them, finding them, and resuming them after a restart."""

from __future__ import annotations

import logging
from collections import OrderedDict
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import WeakValueDictionary

from bot.language import _
from bot.tables.acts import guild_settings
from bot.tables.acts.opening import Opening, new_record, rematch_record
from bot.tables.model.errors import NoTableError, TableError
from bot.tables.model.pace import Pace
from bot.tables.model.position import Position
from bot.tables.model.protocols import ChannelTakenError, RepeatedInteractionError, StoreUnavailableError
from bot.tables.model.records import Deadline, Person, Phase, TableRecord, Wake
from bot.tables.runtime.alarms import Alarms
from bot.tables.runtime.hints import Hints
from bot.tables.runtime.outbox import Outbox
from bot.tables.runtime.rounds import Rounds
from bot.tables.runtime.standstill import Standstill
from bot.tables.runtime.waking import Waker
from bot.tables.table.services import Services
from bot.tables.table.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterable

    from bot.tables.model.protocols import Announcer, Clock, LevelsOf, Presence, Recorder, Store, Thinkers

T = TypeVar("T")

log = logging.getLogger(__name__)

_KEPT_IN_MEMORY = 256
"""Number of unused tables to keep loaded; others are reloaded from the store when needed."""


class Tables:
    """The tables of this process. Any number of processes may share one store."""

    def __init__(
        self,
        store: Store,
        thinkers: Thinkers,
        announcer: Announcer,
        clock: Clock,
        levels: LevelsOf,
        default_level: str,
        pace: Pace | None = None,
        *,
        recorder: Recorder | None = None,
        presence: Presence | None = None,
        woken: Callable[[], None] | None = None,
    ) -> None:
        self.store = store
        self._announcer = announcer
        self._clock = clock
        self._pace = pace or Pace()
        self._services = Services(store.tables, clock, levels, default_level, self._pace, self._changed, recorder)
        self._standstill = Standstill(store.deadlines, clock, self._moved_on)
        self._alarms = Alarms(store.deadlines, clock, self._act_on, self._may_act)
        self._outbox = Outbox(store.messages, clock, self._tell_soon)
        self._rounds = Rounds(
            store.deadlines, clock, self._standstill, self._alarms, self._outbox, woken or (lambda: None)
        )
        self._unannounced: tuple[int, ...] = ()
        self._waker = Waker(thinkers, presence, self._pace.think_budget, self._may_act)
        self.hints = Hints(thinkers, levels, self._pace.think_budget)
        self._tables: WeakValueDictionary[int, Table] = WeakValueDictionary()
        self._recently_used: OrderedDict[int, Table] = OrderedDict()

    # Life

    async def resume(self) -> None:
        """Resume where the last process stopped, before anybody can click: deadlines move by the downtime.

        Nothing acts by itself before `connected`.
        """
        self._services.move_delays.update(await guild_settings.move_delays(self.store.people))
        self._services.drawing_by_hand.update(await guild_settings.drawing_by_hand(self.store.people))
        self._unannounced = await self.store.messages.unannounced()
        await self._standstill.resume()
        self._rounds.start()

    def heard(self) -> None:
        """Discord said something, so people can reach the bot."""
        self._standstill.heard()

    def cut_off(self) -> None:
        """Discord cannot reach the bot: clocks stop, and nothing acts by itself until `connected`."""
        self._standstill.cut_off()

    async def connected(self) -> None:
        """Discord reaches the bot (again): deadlines move by the time it did not, then take effect."""
        self._standstill.connect()
        await self._rounds.make()
        unannounced, self._unannounced = self._unannounced, ()
        for table_id in unannounced:
            await self._tell(table_id)

    @property
    def can_be_played(self) -> bool:
        """Whether people can play, as far as the bot knows."""
        return self._standstill.is_over

    def _may_act(self) -> bool:
        return self._standstill.is_over and not self._alarms.closed

    async def _moved_on(self) -> None:
        """All deadlines have moved: those in memory are stale."""
        self._alarms.clear()
        self._outbox.hurry()
        for table in list(self._tables.values()):
            if table.record.phase.is_live:
                with suppress(NoTableError):
                    await table.refresh()

    def _tell_soon(self, table_id: int) -> None:
        if not self._alarms.closed:
            self._alarms.spawn(self._tell(table_id), f"tell table {table_id}")

    async def _tell(self, table_id: int) -> None:
        """Announce a table as stored, as the one in memory may be older."""
        try:
            table = await self.get(table_id)
            if table is not None and not self._alarms.closed:
                position = await table.refresh()
                self._alarms.set(table_id, position.record.deadline)
                self._announcer.announce(position)
        except (NoTableError, StoreUnavailableError) as error:
            log.info("Table %d is not told of now: %s", table_id, error)

    async def announce_live(self) -> None:
        """Announce every live table, changed or not."""
        for table_id, _deadline in await self.store.deadlines.all():
            table = await self.get(table_id)
            if table is not None:
                self._announcer.announce(table.position)

    async def close(self) -> None:
        """Stop waking tables and finish work in progress."""
        self._rounds.stop()
        await self._alarms.close()
        await self._services.tasks.finish()
        if self._standstill.is_over:
            await self.store.deadlines.beat(self._clock.now())

    async def uninterrupted(self, work: Coroutine[Any, Any, T], name: str) -> T:
        """Run work to its end even if the caller is cancelled; `close` waits for it."""
        return await self._services.tasks.uninterrupted(work, name)

    def set_move_delay(self, guild_id: int, seconds: float | None) -> None:
        """Set the pause of a server's computer players before a turn; None: the default."""
        if seconds is None:
            self._services.move_delays.pop(guild_id, None)
        else:
            self._services.move_delays[guild_id] = seconds

    def set_forced_draws(self, guild_id: int, *, made: bool) -> None:
        """Set whether a server's tables make the draws that their players cannot choose."""
        (self._services.drawing_by_hand.discard if made else self._services.drawing_by_hand.add)(guild_id)

    # Finding tables

    async def get(self, table_id: int) -> Table | None:
        """The table with that id, loaded on first use."""
        table = self._tables.get(table_id)
        if table is None:
            record = await self.store.tables.load(table_id)
            if record is None:
                return None
            table = self._tables.get(table_id) or self._keep(Table(Position.of(record), self._services))
        self._touch(table)
        return table

    async def require(self, table_id: int) -> Table:
        """The table with that id. Raises NoTableError."""
        table = await self.get(table_id)
        if table is None:
            raise NoTableError(_("This table no longer exists; open a new one with /table new."))
        return table

    async def in_channel(self, channel_id: int) -> Table | None:
        """The channel's live table, or else the last one that ended there."""
        table_id = await self.store.tables.in_channel(channel_id)
        return None if table_id is None else await self.get(table_id)

    async def of_person(self, person: int) -> list[Table]:
        """The live tables where the person plays, newest first."""
        found = [await self.get(table_id) for table_id in await self.store.tables.of_person(person)]
        return [table for table in found if table is not None]

    async def reload(self, table_ids: Iterable[int]) -> None:
        """Reload tables that were changed in the store, if this process has them in memory."""
        for table_id in table_ids:
            table = self._tables.get(table_id)
            if table is not None:
                await table.refresh()

    def drop(self, table_ids: Iterable[int]) -> None:
        """Drop tables that were deleted from the store."""
        for table_id in table_ids:
            self._alarms.set(table_id, None)
            self._recently_used.pop(table_id, None)
            self._tables.pop(table_id, None)

    def _keep(self, table: Table) -> Table:
        self._tables[table.id] = table
        return table

    def _touch(self, table: Table) -> None:
        self._recently_used[table.id] = table
        self._recently_used.move_to_end(table.id)
        while len(self._recently_used) > _KEPT_IN_MEMORY:
            self._recently_used.popitem(last=False)

    # Opening tables

    async def open(self, opening: Opening, interaction: int) -> Table:
        """Open a lobby with its host seated, or a game that starts at once.

        Raises:
            TableError: the game does not allow these options, or the channel has a table.
        """
        record = self._new_record(opening)
        return await self.uninterrupted(self._open(record, opening, interaction), "open a table")

    def check(self, opening: Opening) -> None:
        """Raise TableError if `open` would refuse such a table in a free channel."""
        self._new_record(opening)

    def _new_record(self, opening: Opening) -> TableRecord:
        services = self._services
        return new_record(opening, services.levels, services.default_level, self._clock.now(), self._lobby_deadline())

    async def _open(self, record: TableRecord, opening: Opening, interaction: int) -> Table:
        table = await self._create(record, interaction)
        if (opening.watch or opening.start) and table.record.phase is Phase.LOBBY:
            await table.start(opening.host.id, interaction, just_opened=True)
        return table

    async def rematch(self, table: Table, host: Person, interaction: int) -> Table:
        """Open a lobby in the same channel with the same players, rotated by one seat."""
        old = table.record
        record = rematch_record(old, host, self._clock.now(), self._lobby_deadline())
        return await self.uninterrupted(self._create(record, interaction), "open a table again")

    def _lobby_deadline(self) -> Deadline:
        now = self._clock.now()
        return Deadline(Wake.LOBBY_EXPIRY, now + self._pace.lobby, now)

    async def _create(self, record: TableRecord, interaction: int) -> Table:
        try:
            created = await self.store.tables.create(record, interaction)
        except ChannelTakenError as error:
            raise TableError(
                _("There is already a table in this channel: join it, or open yours in a thread with thread: True.")
            ) from error
        except RepeatedInteractionError as error:
            table = await self.in_channel(record.channel_id)
            if table is None:
                raise TableError(_("That has already been done; see /table status.")) from error
            return table
        table = self._keep(Table(Position.of(created), self._services))
        self._touch(table)
        self._changed(table.position)
        return table

    # Called by the tables and their alarms

    def _changed(self, position: Position) -> None:
        """A position was saved: set its alarm and tell people."""
        record = position.record
        self._alarms.set(record.id, record.deadline)
        if not self._alarms.closed:
            self._announcer.announce(position)

    async def _act_on(self, table_id: int, deadline: Deadline) -> None:
        """Act on a deadline, if it is still the table's."""
        table = await self.require(table_id)
        if table.record.deadline != deadline:
            await table.refresh()
        if table.record.deadline != deadline:
            self._alarms.set(table.id, table.record.deadline)
            return
        await self._waker.act_on(table, deadline)
