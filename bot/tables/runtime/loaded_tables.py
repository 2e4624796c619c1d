"""The tables in memory: all that are in use somewhere, and the ones used last."""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from cachetools import LRUCache

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.tables.table.table import Table

MAX_UNUSED = 256
"""Tables that stay loaded although nobody uses them; others are reloaded from the store when needed."""


class LoadedTables:
    """Each table once, so that everybody changes the same one."""

    def __init__(self) -> None:
        self._tables: WeakValueDictionary[int, Table] = WeakValueDictionary()
        self._recently_used: LRUCache[int, Table] = LRUCache(MAX_UNUSED)

    def __iter__(self) -> Iterator[Table]:
        return iter(list(self._tables.values()))

    def of(self, table_id: int) -> Table | None:
        """The table, if it is in memory."""
        return self._tables.get(table_id)

    def use(self, table: Table) -> None:
        """Keep a table that is used now, in place of the one used longest ago."""
        self._tables[table.id] = table
        self._recently_used[table.id] = table

    def drop(self, table_id: int) -> None:
        """Drop a table that was deleted."""
        self._recently_used.pop(table_id, None)
        self._tables.pop(table_id, None)
