"""What a running table uses: injected parts and its pace."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace

from bot.tables.model.damage import report_damage
from bot.tables.model.pace import Pace
from bot.tables.model.person_settings import PersonSettings
from bot.tables.model.position import Position
from bot.tables.model.protocols import Clock, LevelsOf, Recorder
from bot.tables.model.records import TableRecord
from bot.tables.model.stores import TableStore
from bot.tables.table.background import ShieldedTasks
from bot.tables.table.move_settings import MoveSettings

UNATTENDED_TURNS_PER_SECOND = 10.0
"""Limit on the turns of all tables without people together, so that those with people do not notice them."""


@dataclass(frozen=True, slots=True)
class Services:
    """Parts shared by all tables of this process; `changed` is called with each saved position."""

    store: TableStore
    clock: Clock
    levels: LevelsOf
    default_level: str
    pace: Pace
    changed: Callable[[Position], None]
    recorder: Recorder
    notice_of: Callable[[TableRecord], str | None]
    """What to tell other processes of a table that is saved."""
    settings_of: Callable[[int], Awaitable[PersonSettings]]
    """What a person chose."""
    can_tell_news: Callable[[Position], bool]
    """Whether all news of a stored position can be put into words."""
    move_settings: MoveSettings = field(default_factory=MoveSettings)
    tasks: ShieldedTasks = field(default_factory=ShieldedTasks)
    """Changes in progress, each in its own task."""
    unattended: set[int] = field(default_factory=set)
    """Tables where only computer players play."""

    def position_of(self, record: TableRecord) -> Position:
        """Decode a stored record, without its news if they cannot be put into words. Raises like `Position.of`."""
        position = Position.of(record)
        if not record.recent or self.can_tell_news(position):
            return position
        report_damage("snapshots.recent", f"of table {record.id}")
        return replace(position, record=replace(record, recent=()))

    async def away_until(self, person: int) -> float | None:
        """The end of the person's announced absence; None if they are not away."""
        until = (await self.settings_of(person)).away_until
        return until if until is not None and until > self.clock.now() else None

    def pace_of(self, record: TableRecord) -> Pace:
        """The pace of a table: its server's, but slower the more tables play by themselves."""
        delay = self.move_settings.delay(record.guild_id, self.pace.move_delay)
        if record.is_unattended:
            others = len(self.unattended) - (record.id in self.unattended)
            delay = max(delay, others / UNATTENDED_TURNS_PER_SECOND)
        return replace(self.pace, move_delay=delay)
