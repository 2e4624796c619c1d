"""The shard stored with each table: the SQL that sets it, and that selects the tables of a share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bot.tables.model.share import Share
    from db.sql import Sql

_PLANNED = "coalesce((SELECT shards FROM shard_plan WHERE id = 1), 1)"

SHARD = f"CASE WHEN :outside = 1 THEN 0 ELSE (CAST(:guild_id AS BIGINT) >> 22) % {_PLANNED} END"
"""The shard of a row being saved: `bot.tables.model.share.shard_of` in SQL."""

SHARD_OF_ROW = f"CASE WHEN outside = 1 THEN 0 ELSE (guild_id >> 22) % {_PLANNED} END"
"""The same of a row of `tables`, also where the stored one is from before the number of shards changed."""
_REASSIGN = f"UPDATE tables SET shard = {SHARD_OF_ROW}"  # noqa: S608  # constants
_HAVE_A_DEADLINE = "deadline_at IS NOT NULL AND phase IN ('lobby', 'playing')"
_ARE_UNANNOUNCED = "announced_version < version"

WITHIN = "AND shard = :shard"
"""A condition on the table `tables`; it needs the values of `values_of`."""


def values_of(share: Share) -> dict[str, Any]:
    """The values for `WITHIN`. A share has one shard: each has its own watch."""
    (shard,) = share.shards
    return {"shard": shard}


def reassign_shards(sql: Sql) -> None:
    """Assign shards again to all tables that need looking after, because the number of shards has changed.

    Other tables get theirs when they are next saved.
    """
    sql.execute(f"{_REASSIGN} WHERE {_HAVE_A_DEADLINE} OR {_ARE_UNANNOUNCED}")


def assign_missing_shards(sql: Sql) -> None:
    """Assign shards to tables saved by an older program that does not know the column."""
    for wanted in (_HAVE_A_DEADLINE, _ARE_UNANNOUNCED):
        sql.execute(f"{_REASSIGN} WHERE shard IS NULL AND {wanted}")
