"""What a running table uses: the injected parts and the few numbers that set its pace."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from bot.tables.model.pace import Pace
from bot.tables.model.position import Position
from bot.tables.model.protocols import Clock, LevelsOf, Recorder, TableStore
from bot.tables.table.background import ShieldedTasks


@dataclass(frozen=True, slots=True)
class Services:
    """The parts that every table of this process shares; `changed` is told each saved position."""

    store: TableStore
    clock: Clock
    levels: LevelsOf
    default_level: str
    pace: Pace
    changed: Callable[[Position], None]
    recorder: Recorder | None = None
    move_delays: dict[int, float] = field(default_factory=dict)
    """Servers that chose another pause before a computer player's turn, in seconds."""
    tasks: ShieldedTasks = field(default_factory=ShieldedTasks)
    """The changes under way, each in a task of its own."""

    def pace_of(self, guild_id: int) -> Pace:
        """The pace of a server's tables."""
        delay = self.move_delays.get(guild_id)
        return self.pace if delay is None else replace(self.pace, move_delay=delay)
