"""Which interactions of Discord changed something already."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.tables.model.protocols import RepeatedInteractionError

if TYPE_CHECKING:
    import sqlite3

KEPT_MILLISECONDS = 24 * 60 * 60 * 1000
"""Discord lets an interaction be answered for 15 minutes; a day is plenty."""


def note(sql: sqlite3.Connection, interaction: int | None) -> None:
    """Save the id as used, and forget those older than a day before it.

    Raises:
        RepeatedInteractionError: it was saved already.
    """
    if interaction is None:
        return
    saved = sql.execute("INSERT INTO interactions (id) VALUES (?) ON CONFLICT DO NOTHING", (interaction,))
    if saved.rowcount == 0:
        raise RepeatedInteractionError
    # A snowflake holds its own time: milliseconds from bit 22 on.
    sql.execute("DELETE FROM interactions WHERE id < ?", (interaction - (KEPT_MILLISECONDS << 22),))
