"""The part of all tables that one process looks after: whole shards, into which Discord divides servers."""

from __future__ import annotations

from dataclasses import dataclass


def shard_of(guild_id: int, of: int) -> int:
    """The shard that Discord assigns a server to, given the number of shards.

    Anything without a server (0), such as direct messages, belongs to shard 0.
    """
    return (guild_id >> 22) % of


@dataclass(frozen=True, slots=True)
class Share:
    """A set of shards, out of `of` in total."""

    shards: frozenset[int]
    of: int

    def has(self, guild_id: int) -> bool:
        """Whether the share contains a server, and so the tables with that home."""
        return shard_of(guild_id, self.of) in self.shards

    @property
    def is_whole(self) -> bool:
        return len(self.shards) == self.of

    @classmethod
    def one(cls, shard: int, of: int) -> Share:
        """A single shard."""
        return cls(frozenset({shard}), of)


ALL = Share(frozenset({0}), 1)
"""Everything: the share of a bot in one process."""
