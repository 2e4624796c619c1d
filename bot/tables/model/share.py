"""The part of all tables that one process looks after: whole shards, by which Discord deals out its servers."""

from __future__ import annotations

from dataclasses import dataclass


def shard_of(guild_id: int, of: int) -> int:
    """The shard that Discord assigns a server to, given the number of shards.

    What has no server (0), as direct messages, goes to shard 0.
    """
    return (guild_id >> 22) % of


@dataclass(frozen=True, slots=True)
class Share:
    """Some of the shards, out of `of`."""

    shards: frozenset[int]
    of: int

    def has(self, guild_id: int) -> bool:
        """Whether a server, and what has it for its home, is in it."""
        return shard_of(guild_id, self.of) in self.shards

    @property
    def is_whole(self) -> bool:
        return len(self.shards) == self.of

    @classmethod
    def one(cls, shard: int, of: int) -> Share:
        """A single shard."""
        return cls(frozenset({shard}), of)


ALL = Share(frozenset({0}), 1)
"""All there is: a bot in one process."""
