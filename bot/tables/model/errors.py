"""Why something at a table was not done: each error carries one plain sentence for the person who asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rules.errors import others_turn

if TYPE_CHECKING:
    from bot.tables.model.records import TableRecord


class TableError(ValueError):
    """A request that was not done and changed nothing; `str(error)` says what to do instead."""


class StaleControlError(TableError):
    """A button of an earlier position: the answer is the current board, never the old action."""


class NotYourTurnError(TableError):
    """It is another seat's turn. `table` and `seat` tell whose, for who may name people in a text."""

    def __init__(self, table: TableRecord, seat: int) -> None:
        super().__init__(others_turn(seat))
        self.table = table
        self.seat = seat


class NotSeatedError(TableError):
    """The person does not play at this table."""


class NoTableError(TableError):
    """There is no such table."""
