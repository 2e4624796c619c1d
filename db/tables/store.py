"""Tables in play: saving them with their actions, loading and finding them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from bot.tables.model.action_log import LoggedAction, is_entry
from bot.tables.model.damage import damaged, report_damage
from bot.tables.model.durations import DAY
from bot.tables.model.records import NO_GUILD, OpenTables, Phase, Place
from bot.tables.model.stores import RepeatedInteractionError
from db.database import reads, writes
from db.tables import drafts, rows, seats
from db.tables.ended import EndedGames
from db.tables.shares import WITHIN, values_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.tables.model.bounds import Bounds
    from bot.tables.model.records import Change, Draft, TableRecord
    from bot.tables.model.share import Share
    from db.cache import Cache
    from db.database import Database
    from db.sql import Rows, Sql

ONE_IN = 16
"""One in this many interactions also deletes old ones."""
KEPT_MILLISECONDS = 1000 * DAY
"""Discord allows 15 minutes to answer an interaction; a day is plenty."""


class TableStore(EndedGames):
    """`bot.tables.model.stores.TableStore` in SQL, with a cache of drafts."""

    def __init__(self, database: Database, draft_cache: Cache[dict[int, Draft]]) -> None:
        super().__init__(database)
        self._draft_cache = draft_cache

    @writes
    def create(
        self, sql: Sql, table: TableRecord, interaction: int | None, bounds: Bounds | None = None
    ) -> TableRecord:
        note_interaction(sql, interaction)()
        if bounds is not None:
            _require_room(sql, table, bounds)
        return rows.create(sql, table)

    async def save(self, change: Change) -> None:
        await self._draft_cache.rewrite(change.after.id, lambda: self._save(change))

    @writes
    def _save(self, sql: Sql, change: Change) -> tuple[None, dict[int, Draft]]:
        table = change.after
        rows.overwrite(sql, table, change.before, note_interaction(sql, change.interaction))
        if change.action is not None:
            log_action(sql, table.id, change.action)
        drafts.drop_others(sql, table.id, table.decision)
        if change.notice is not None:
            sql.notify(change.notice)
        # An action begins a new decision, for which nothing has been built yet.
        is_known = self.database.shared or change.action is not None
        return None, {} if is_known else drafts.of_table(sql, table.id)

    @writes
    def close_unreadable(self, sql: Sql, table_id: int, reason: str, now: float) -> None:
        sql.execute(
            """
            UPDATE tables SET
                phase = 'closed', closing_reason = :reason, ended_at = :now, voided = 1, version = version + 1,
                announced_version = version + 1, deadline_kind = NULL, deadline_at = NULL, lease_owner = NULL
            WHERE id = :id AND phase IN ('lobby', 'playing')
            """,
            {"id": table_id, "reason": reason, "now": now},
        )

    @reads
    def load(self, sql: Sql, table_id: int) -> TableRecord | None:
        return rows.load(sql, table_id)

    @reads
    def in_channel(self, sql: Sql, channel_id: int) -> int | None:
        found: int | None = sql.execute(
            """
            SELECT coalesce(
                (SELECT id FROM tables WHERE channel_id = :channel AND phase IN ('lobby', 'playing')),
                (SELECT max(id) FROM tables WHERE channel_id = :channel)
            )
            """,
            {"channel": channel_id},
        ).fetchone()[0]
        return found

    @reads
    def of_person(self, sql: Sql, person: int) -> tuple[int, ...]:
        found = sql.execute(
            f"""
            SELECT id FROM tables WHERE phase IN ('lobby', 'playing') AND id IN ({seats.OF_PERSON})
            ORDER BY id DESC
            """,  # noqa: S608  # constant
            (person,),
        )
        return tuple(table_id for (table_id,) in found.fetchall())

    @reads
    def live_in_guild(self, sql: Sql, guild_id: int) -> tuple[int, ...]:
        found = sql.execute(
            "SELECT id FROM tables WHERE guild_id = ? AND phase IN ('lobby', 'playing') ORDER BY id",
            (guild_id,),
        )
        return tuple(table_id for (table_id,) in found.fetchall())

    @reads
    def live_places(self, sql: Sql, share: Share) -> tuple[tuple[int, Place], ...]:
        found = sql.execute(
            f"""
            SELECT id, guild_id, channel_id, parent_id FROM tables
            WHERE deadline_at IS NOT NULL AND phase IN ('lobby', 'playing') AND outside = 0 {WITHIN}
            """,  # noqa: S608  # constant
            values_of(share),
        )
        return tuple((table_id, Place(*place)) for table_id, *place in found.fetchall())

    @reads
    def open_tables(self, sql: Sql, guild_id: int, person: int) -> OpenTables:
        return _open_tables(sql, guild_id, person)

    @reads
    def newest_in_guild(self, sql: Sql, guild_id: int, limit: int) -> tuple[TableRecord, ...]:
        return rows.newest_in_guild(sql, guild_id, limit)

    @reads
    def count_live(self, sql: Sql) -> dict[Phase, int]:
        """Live tables by phase, for monitoring."""
        found = sql.execute("SELECT phase, count(*) FROM tables WHERE phase IN ('lobby', 'playing') GROUP BY phase")
        return {Phase(phase): count for phase, count in found.fetchall()}

    @reads
    def actions(self, sql: Sql, table_id: int) -> tuple[LoggedAction, ...]:
        [(seats,)] = sql.execute("SELECT count(*) FROM seats WHERE table_id = ?", (table_id,)).fetchall()
        found = sql.execute(
            "SELECT number, seat, text, by, at FROM actions WHERE table_id = ? ORDER BY number", (table_id,)
        )
        logged = tuple(LoggedAction(*row) for row in found.fetchall())
        if not all(action.seat in range(seats) and is_entry(action.text) for action in logged):
            report_damage("actions.seat, text", f"of table {table_id}")
            raise damaged()
        return logged

    async def draft(self, table_id: int, seat: int) -> Draft | None:
        return (await self._draft_cache.get(table_id, lambda: self._read_drafts(table_id))).get(seat)

    async def save_draft(self, draft: Draft) -> bool:
        return await self._draft_cache.rewrite(draft.table_id, lambda: self._save_draft(draft))

    @reads
    def _read_drafts(self, sql: Sql, table_id: int) -> dict[int, Draft]:
        return drafts.of_table(sql, table_id)

    @writes
    def _save_draft(self, sql: Sql, draft: Draft) -> tuple[bool, dict[int, Draft]]:
        return drafts.save(sql, draft), drafts.of_table(sql, draft.table_id)


def _require_room(sql: Sql, table: TableRecord, bounds: Bounds) -> None:
    """Refuse a table beyond the bounds. The locks keep the same host or server from getting another one meanwhile."""
    sql.lock(f"tables of {table.host}")
    if table.home != NO_GUILD:
        sql.lock(f"tables in {table.home}")
    watch = all(seat.person is None for seat in table.seats)
    bounds.require_room(_open_tables(sql, table.home, table.host), table.home, watch=watch)


def _open_tables(sql: Sql, guild_id: int, person: int) -> OpenTables:
    row = sql.execute(
        """
        SELECT
            count(*) FILTER (WHERE guild_id = :guild),
            count(*) FILTER (WHERE host = :person),
            count(*) FILTER (
                WHERE guild_id = :guild
                    AND NOT EXISTS (SELECT 1 FROM seats WHERE table_id = tables.id AND person IS NOT NULL)
            )
        FROM tables WHERE phase IN ('lobby', 'playing') AND (guild_id = :guild OR host = :person)
        """,
        {"guild": guild_id, "person": person},
    ).fetchone()
    return OpenTables(*row)


def log_action(sql: Sql, table_id: int, action: LoggedAction) -> None:
    """Append to the log of the table's game."""
    sql.execute(
        "INSERT INTO actions (table_id, number, seat, text, by, at) VALUES (?, ?, ?, ?, ?, ?)",
        (table_id, action.number, action.seat, action.text, action.by, action.at),
    )


def note_interaction(sql: Sql, interaction: int | None) -> Callable[[], None]:
    """Save the id as handled; now and then delete those that are more than a day older.

    Returns:
        What raises RepeatedInteractionError if the id was already saved.
    """
    if interaction is None:
        return lambda: None
    saved = sql.execute("INSERT INTO interactions (id) VALUES (?) ON CONFLICT DO NOTHING", (interaction,))
    milliseconds = interaction >> 22  # a snowflake contains its time
    if milliseconds % ONE_IN == 0:
        sql.execute(
            f"DELETE FROM interactions WHERE id IN (SELECT id FROM interactions WHERE id < ? {sql.dialect.not_held})",  # noqa: S608  # constant
            ((milliseconds - KEPT_MILLISECONDS) << 22,),
        )
    return partial(_refuse_repeated, saved)


def _refuse_repeated(saved: Rows) -> None:
    if saved.rowcount == 0:
        raise RepeatedInteractionError
