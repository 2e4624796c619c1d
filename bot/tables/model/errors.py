"""Errors of requests to a table; each message is one plain sentence for the caller."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import N_, _
from bot.rules.errors import others_turn

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.tables.model.records import TableRecord


class TableError(ValueError):
    """A refused request that changed nothing; `str(error)` says what to do instead."""


class StaleControlError(TableError):
    """A button of an earlier position was pressed: answer with the current board, never run the old action."""


class AlreadyAskedError(TableError):
    """A question to everybody at the table is already open. The person who asks another one may not see it."""


class NotYourTurnError(TableError):
    """It is another seat's turn. `table` and `seat` say whose, for messages that name players."""

    def __init__(self, table: TableRecord, seat: int) -> None:
        super().__init__(others_turn(seat))
        self.table = table
        self.seat = seat


class NotSeatedError(TableError):
    """The person does not play at this table."""


class NotAgreedError(Exception):
    """The person has not yet been asked about what their request does to the table as it is now."""


class NoTableError(TableError):
    """There is no such table."""


def table_gone() -> NoTableError:
    """Message for a table that was deleted, and for one that the person may not know about."""
    return NoTableError(_("This table no longer exists; open a new one with /table new."))


class UnknownRulesError(TableError):
    """This version of the bot does not know the table's game or its rules."""

    _SENTENCE = N_(
        "This game uses rules that this version of the bot does not know, so it cannot be shown or continued."
    )
    _LIVE = N_(
        "This game uses rules that this version of the bot does not know, so it cannot be continued now: tell the "
        "bot's host, or end it with /table end."
    )

    def __init__(self, table: TableRecord, damaged: Iterable[str] = ()) -> None:
        super().__init__(_(self._LIVE if table.phase.is_live else self._SENTENCE))
        self.table = table
        self.damaged = tuple(damaged)


class DamagedStateError(UnknownRulesError):
    """What is stored of the table's game cannot be read; `damaged` names the fields whose defaults the `table` has."""

    _SENTENCE = N_("What is stored of this game is damaged, so it cannot be shown or continued; tell the bot's host.")
    _LIVE = N_(
        "What is stored of this game is damaged, so it cannot be continued: tell the bot's host, or end it with "
        "/table end."
    )
