"""Discord interactions that were already handled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.tables.model.protocols import RepeatedInteractionError

if TYPE_CHECKING:
    import sqlite3

KEPT_MILLISECONDS = 24 * 60 * 60 * 1000
"""Discord allows 15 minutes to answer an interaction; a day is plenty."""


def note(sql: sqlite3.Connection, interaction: int | None) -> None:
    """Save the id as handled, and delete ids more than a day older.

    Raises:
        RepeatedInteractionError: it was already saved.
    """
    if interaction is None:
        return
    saved = sql.execute("INSERT INTO interactions (id) VALUES (?) ON CONFLICT DO NOTHING", (interaction,))
    if saved.rowcount == 0:
        raise RepeatedInteractionError
    # A snowflake contains its timestamp: milliseconds from bit 22 up.
    sql.execute("DELETE FROM interactions WHERE id < ?", (interaction - (KEPT_MILLISECONDS << 22),))
