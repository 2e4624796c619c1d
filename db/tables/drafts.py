"""Drafts of turns: one per seat, for the table's current decision only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from bot.tables.model.records import Draft
from db import values

if TYPE_CHECKING:
    from db.sql import Sql


def of_table(sql: Sql, table_id: int) -> dict[int, Draft]:
    """The table's drafts, by seat."""
    rows = sql.execute("SELECT seat, decision, content FROM drafts WHERE table_id = ?", (table_id,))
    found = {}
    for seat, decision, content in rows.fetchall():
        built = values.loads_or(None, content, Mapping[str, Any], "drafts.content", f"of table {table_id}")
        if built is not None:  # otherwise nothing has been built yet
            found[seat] = Draft(table_id, seat, decision, built)
    return found


def save(sql: Sql, draft: Draft) -> bool:
    """Save or replace the draft; False if the table's decision has moved on."""
    saved = sql.execute(
        f"""
        INSERT INTO drafts (table_id, seat, decision, content)
        SELECT id, :seat, decision, :content FROM tables WHERE id = :table AND decision = :decision {sql.dialect.held}
        ON CONFLICT (table_id, seat) DO UPDATE SET decision = excluded.decision, content = excluded.content
        """,  # noqa: S608  # constant
        {
            "table": draft.table_id,
            "seat": draft.seat,
            "decision": draft.decision,
            "content": values.dumps(draft.content),
        },
    )
    return saved.rowcount > 0


def drop_others(sql: Sql, table_id: int, decision: int) -> None:
    """Delete the table's drafts for other decisions."""
    sql.execute("DELETE FROM drafts WHERE table_id = ? AND decision <> ?", (table_id, decision))
