"""Reports to the host."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.tables.model.durations import DAY
from bot.tables.model.reports import MAX_A_DAY
from db.database import StorePart, writes

if TYPE_CHECKING:
    from bot.tables.model.reports import Report
    from db.sql import Sql


class ReportStore(StorePart):
    """`bot.tables.model.reports.ReportStore` in SQL."""

    @writes
    def add(self, sql: Sql, report: Report) -> bool:
        sql.lock(f"reports of {report.person}")
        made, is_made = sql.execute(
            "SELECT count(*), count(*) FILTER (WHERE at = ? AND message_id = ? AND words = ?) FROM reports"
            " WHERE person = ? AND at > ?",
            (report.at, report.message_id, report.words, report.person, report.at - DAY),
        ).fetchone()
        if is_made:  # a retry: the connection was lost after the first attempt was committed
            return True
        if made >= MAX_A_DAY:
            return False
        sql.execute(
            """
            INSERT INTO reports (person, at, guild_id, channel_id, message_id, table_id, words)
            VALUES (?, ?, ?, ?, ?, (SELECT id FROM tables WHERE id = ?), ?)
            """,
            (
                report.person,
                report.at,
                report.guild_id,
                report.channel_id,
                report.message_id,
                report.table_id,
                report.words,
            ),
        )
        return True

    @writes
    def drop(self, sql: Sql, before: float) -> None:
        sql.execute("DELETE FROM reports WHERE at < ?", (before,))
