"""Why something at a table was not done: each error carries one plain sentence for the person who asked."""

from __future__ import annotations


class TableError(ValueError):
    """A request that was not done and changed nothing; `str(error)` says what to do instead."""


class StaleControlError(TableError):
    """A button of an earlier position: the answer is the current board, never the old action."""


class NotYourTurnError(TableError):
    """It is another seat's turn."""


class NotSeatedError(TableError):
    """The person does not play at this table."""


class NoTableError(TableError):
    """There is no such table."""
