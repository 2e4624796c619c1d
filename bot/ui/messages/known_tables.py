"""Recently active tables, with the messages the bot has sent about each."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

from cachetools import LRUCache

from bot.ui.messages.table_messages import TableMessages

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.tables.model.position import Position
    from bot.tables.model.records import TableRecord
    from bot.tables.model.share import Share
    from bot.tables.model.stores import MessageStore

MAX_TABLES = 512
MAX_CHANNELS = 5_000


class KnownTables:
    """Forgets the least recently active tables with nothing to do; they can be restored from the store."""

    def __init__(self, store: MessageStore) -> None:
        self._store = store
        self._by_table: OrderedDict[int, TableMessages] = OrderedDict()
        self._channels: dict[int, int] = {}
        self._talk: LRUCache[int, int] = LRUCache(MAX_CHANNELS)
        """Messages in channels of which no table is known, though one may be played there."""

    def __iter__(self) -> Iterator[TableMessages]:
        return iter(tuple(self._by_table.values()))

    def of(self, table_id: int) -> TableMessages:
        """The table's messages; the store is read when they are first needed."""
        messages = self._by_table.get(table_id)
        if messages is None:
            messages = self._by_table[table_id] = TableMessages(table_id, self._store)
        self._by_table.move_to_end(table_id)
        if len(self._by_table) > MAX_TABLES:
            self._forget_idle()
        return messages

    def of_position(self, position: Position) -> TableMessages:
        """The same, with this position where none is known yet."""
        messages = self.register(position.record)
        messages.newest = messages.newest or position
        return messages

    def register(self, table: TableRecord) -> TableMessages:
        """The same, for a table known to be in its channel, where the newest is the one that people talk below."""
        self._channels[table.channel_id] = max(table.id, self._channels.get(table.channel_id, 0))
        messages = self.of(table.id)
        messages.below += self._talk.pop(table.channel_id, 0)
        return messages

    def in_channel(self, channel_id: int) -> TableMessages | None:
        """The messages of the channel's table, or None if it is not remembered."""
        return self._by_table.get(self._channels.get(channel_id, 0))

    def count_message(self, channel_id: int) -> None:
        """Note a new message in a channel, which moves the board there up by one."""
        messages = self.in_channel(channel_id)
        if messages is not None:
            messages.below += 1
            return
        self._talk[channel_id] = self._talk.get(channel_id, 0) + 1

    def forget(self, share: Share) -> list[TableMessages]:
        """Forget the tables of a share, and those of which it is not known whose they are; returns them."""
        found = [it for it in self._by_table.values() if it.newest is None or share.has(it.newest.record.home)]
        for messages in found:
            messages.forgotten = True
            del self._by_table[messages.table_id]
        self._forget_channels()
        return found

    def _forget_idle(self) -> None:
        for table_id, messages in list(self._by_table.items())[:-1]:
            if len(self._by_table) <= MAX_TABLES:
                break
            if not messages.outdated and not messages.holds:
                messages.forgotten = True
                del self._by_table[table_id]
        self._forget_channels()

    def _forget_channels(self) -> None:
        """Forget the channels whose tables are forgotten."""
        self._channels = {c: table for c, table in self._channels.items() if table in self._by_table}
