"""The shards whose tables this process looks after, each with its watch."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.tables.model.share import ALL, Share, shard_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bot.tables.model.records import TableRecord
    from bot.tables.runtime.watch import Watch
    from bot.tables.table.table import Table


class Watches:
    """One watch for each shard of this process; at first, it has the only one there is.

    Args:
        new_watch: makes the watch of a share, given whether the share's lease is certain to be this process's.
    """

    def __init__(self, new_watch: Callable[[Share, Callable[[], bool]], Watch]) -> None:
        self._new_watch = new_watch
        self._has_lease: Callable[[int], bool] = lambda _shard: True
        self.share = ALL
        """The shards that have a watch."""
        self._by_shard = {0: self._new(0)}

    def __iter__(self) -> Iterator[Watch]:
        return iter(tuple(self._by_shard.values()))

    def __len__(self) -> int:
        return len(self._by_shard)

    def replace(self, share: Share, has_lease: Callable[[int], bool]) -> None:
        """Watch this share instead of what was watched before, while `has_lease` says so of a shard."""
        self.share, self._has_lease = share, has_lease
        self._by_shard = {shard: self._new(shard) for shard in share.shards}

    def add(self, shard: int) -> Watch:
        """Make a watch for one more shard."""
        watch = self._by_shard[shard] = self._new(shard)
        self.share = replace(self.share, shards=frozenset(self._by_shard))
        return watch

    def remove(self, shard: int) -> Watch | None:
        """Remove the watch of a shard, if it has one, and return it."""
        watch = self._by_shard.pop(shard, None)
        self.share = replace(self.share, shards=frozenset(self._by_shard))
        return watch

    def at(self, shard: int | None) -> tuple[Watch, ...]:
        """The watch of one shard, if it has one; all watches if the shard is None."""
        return tuple(watch for number, watch in self._by_shard.items() if shard is None or number == shard)

    def of(self, record: TableRecord) -> Watch | None:
        """The watch that looks after the table; None if another process does."""
        return self._by_shard.get(shard_of(record.home, self.share.of))

    def may_act(self, table: Table) -> bool:
        """Whether a due deadline of the table may act here and now."""
        watch = self.of(table.record)
        return watch is not None and watch.may_act()

    def _new(self, shard: int) -> Watch:
        return self._new_watch(Share.one(shard, self.share.of), lambda: self._has_lease(shard))
