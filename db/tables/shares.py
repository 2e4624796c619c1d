"""Statements about the tables of a share only."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bot.tables.model.share import Share


def within(share: Share) -> str:
    """A condition on the table `tables`; it needs the values of `values_of`."""
    return "" if share.is_whole else "AND (guild_id >> 22) % :of = :shard"


def values_of(share: Share) -> dict[str, Any]:
    """The values for `within`. A share that is not everything has one shard: each has its own watch."""
    if share.is_whole:
        return {}
    (shard,) = share.shards
    return {"of": share.of, "shard": shard}
