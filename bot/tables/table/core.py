"""A table's lock and position, and how every change is made: load, change, save, announce."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from bot.language import _
from bot.tables.acts import forced
from bot.tables.acts.turn_clock import clock_left, next_wake, quiet_hours_person
from bot.tables.model.action_log import LoggedAction
from bot.tables.model.errors import NotAgreedError, TableError, table_gone
from bot.tables.model.position import Position
from bot.tables.model.quiet_hours import quiet_hours
from bot.tables.model.records import Change, Phase, TableRecord
from bot.tables.model.saved import note_saved
from bot.tables.model.stores import RepeatedInteractionError, StoreConflictError, StoreUnavailableError

if TYPE_CHECKING:
    from bot.tables.model.quiet_hours import QuietHours
    from bot.tables.table.services import Services

StepResult = tuple[Position, LoggedAction | None]
"""A next position, whose version is counted when it is saved, and the action that led to it, if one did."""

Step = Callable[[Position], StepResult]
"""Maps the current position to the next. It may be called again, with a newer position."""

HasAgreed = Callable[[TableRecord], bool]
"""Whether the person has agreed to what their request does to the table as it is just then."""

_TRIES = 5
T = TypeVar("T")


class OvertakenError(Exception):
    """The position changed before a computer player or the clock could act on it."""


class TableCore:
    """The shared base of all requests to a table.

    The stored version is the truth: another process may change the table too, and a change that comes too late
    is retried from the newer position. The lock only avoids such retries.
    """

    def __init__(self, position: Position, services: Services) -> None:
        self._position = position
        self._services = services
        self._lock = asyncio.Lock()
        self.drafting = asyncio.Lock()
        """Locked while a draft is read, changed and saved."""

    @property
    def id(self) -> int:
        return self._position.record.id

    @property
    def position(self) -> Position:
        """The position as last saved by, or loaded into, this process; read without a lock."""
        return self._position

    @property
    def record(self) -> TableRecord:
        return self._position.record

    async def uninterrupted(self, work: Coroutine[Any, Any, T], what: str) -> T:
        """Run several requests to this table as one, to its end even if the caller is cancelled."""
        return await self._services.tasks.uninterrupted(work, f"{what} at table {self.id}")

    async def refresh(self) -> Position:
        """Reload the table from the store."""
        async with self._lock:
            return await self._reload_and_record(self._position)

    async def _change_record(
        self,
        step: Callable[[TableRecord], TableRecord],
        interaction: int | None = None,
        has_agreed: HasAgreed | None = None,
    ) -> Position:
        """Change the record, unless the step raises, or the person does not agree to it.

        Raises:
            NotAgreedError: they have to be asked first.
        """

        def change(position: Position) -> StepResult:
            after = step(position.record)
            if has_agreed is not None and not has_agreed(position.record):
                raise NotAgreedError
            return replace(position, record=after), None

        return await self._change(change, interaction)

    async def _change(self, step: Step, interaction: int | None = None) -> Position:
        """Apply the step, save and announce the result, even if the caller is cancelled."""
        return await self.uninterrupted(self._save_and_announce(step, interaction), "change")

    async def _save_and_announce(self, step: Step, interaction: int | None) -> Position:
        async with self._lock:
            for _attempt in range(_TRIES):
                before = self._position
                after, action = step(before)
                after = self._with_next_deadline(before, after, await self._quiet_hours(after))
                try:
                    notice = self._services.notice_of(after.record)
                    change = Change(after.record, interaction, action, notice, before.record)
                    await self._services.store.save(change)
                except StoreConflictError:
                    await self._reload_and_record(before)
                    continue
                except RepeatedInteractionError:
                    note_saved()
                    return await self._reload_and_record(before)
                if interaction is not None:
                    note_saved()
                self._position = after
                try:
                    await self._record_end(before, after)
                    await self._draw_if_forced(before)
                finally:
                    self._services.changed(self._position)
                return self._position
        raise TableError(_("This table is very busy; please try again."))

    async def _reload_and_record(self, before: Position) -> Position:
        """Reload the table after another change, or after one here if the database's answer was lost."""
        after = await self._reload()
        await self._record_end(before, after)
        return after

    async def _draw_if_forced(self, before: Position) -> None:
        """Make a draw that is the only legal action; if it cannot be saved, the person presses Draw themselves."""
        position = self._position
        if not self._services.move_settings.draws_by_itself(position.record.guild_id) or not forced.is_new_turn(
            before, position
        ):
            return
        made = forced.forced_draw(position, self._services.clock.now())
        if made is None:
            return
        after = self._with_next_deadline(position, made[0])
        try:
            notice = self._services.notice_of(after.record)
            await self._services.store.save(Change(after.record, None, made[1], notice))
        except (StoreConflictError, StoreUnavailableError):
            return
        self._position = after

    async def _quiet_hours(self, after: Position) -> QuietHours | None:
        """The hours in which the clock of a turn that begins now is stopped."""
        person = quiet_hours_person(after)
        return None if person is None else quiet_hours(await self._services.settings_of(person))

    def _with_next_deadline(self, before: Position, after: Position, quiet: QuietHours | None = None) -> Position:
        """The next version, with its next deadline or the time it ended."""
        now, pace = self._services.clock.now(), self._services.pace_of(after.record)
        ended = None if after.record.phase.is_live else after.record.ended_at or now
        deadline, left = next_wake(before, after, now, pace, quiet), clock_left(before, after, now)
        version = before.record.version + 1
        dated = replace(after.record, version=version, deadline=deadline, clock_left=left, ended_at=ended)
        return replace(after, record=dated)

    async def _record_end(self, before: Position, after: Position) -> None:
        """Record the result if this change ended the game, so that the final board can show it."""
        if before.record.phase is Phase.PLAYING and not after.record.phase.is_live:
            await self._services.recorder.record(after)

    async def _change_unless_overtaken(self, step: Step) -> Position | None:
        """Change on behalf of the clock or a computer player; None if the position has moved on."""
        try:
            return await self._change(step)
        except OvertakenError:
            return None

    async def _reload(self) -> Position:
        record = await self._services.store.load(self.id)
        if record is None:
            raise table_gone()
        self._position = self._services.position_of(record)
        return self._position
