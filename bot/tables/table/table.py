"""One running table: every request from people, computer players and the clock."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.tables.acts import closing
from bot.tables.acts.forgetting import without_seat
from bot.tables.table.agreeing import Agreeing
from bot.tables.table.core import OvertakenError
from bot.tables.table.playing import Playing
from bot.tables.table.seating import Seating

if TYPE_CHECKING:
    from bot.tables.model.position import Position
    from bot.tables.model.records import Deadline
    from bot.tables.table.core import HasAgreed, StepResult


class Table(Seating, Playing, Agreeing):
    """The only way to change a table in this process."""

    async def end(
        self, person: int, interaction: int | None = None, has_agreed: HasAgreed | None = None, *, may_manage: bool
    ) -> Position:
        """Close the table before its game is over; only for the host and people who manage the channel.

        Raises:
            TableError: the person may not end it, or it has already ended.
            NotAgreedError: they have to be asked first.
        """
        level = self._services.default_level
        return await self._change_record(
            lambda record: closing.end(record, person, level, may_manage=may_manage), interaction, has_agreed
        )

    async def close_abandoned(self, deadline: Deadline) -> Position | None:
        """Close a game nobody came back to in time; None if the deadline has changed since."""
        level = self._services.default_level

        def step(position: Position) -> StepResult:
            if position.record.deadline != deadline:
                raise OvertakenError
            return replace(position, record=closing.close_abandoned(position.record, level)), None

        return await self._change_unless_overtaken(step)

    async def close(self, reason: str, deadline: Deadline | None = None) -> Position | None:
        """Close a table that cannot go on (its channel is gone, nobody came); None if it had already ended, or if the
        deadline on which it is closed has changed.
        """

        def step(position: Position) -> StepResult:
            record = position.record
            if not record.phase.is_live or deadline not in (None, record.deadline):
                raise OvertakenError
            return replace(position, record=record.closed(reason)), None

        return await self._change_unless_overtaken(step)

    async def forget(self, person: int) -> Position:
        """Remove the person for good, without a trace; see `bot.tables.runtime.forgetting`."""
        level = self._services.default_level
        return await self._change_record(lambda record: without_seat(record, person, level))
