"""Makes sure that each game that ends by its rules has exactly one result, even after a crash."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from bot.records.results import result_of
from bot.rules.codec import UnknownVersionError
from bot.tables.model.position import Position
from bot.tables.model.stores import StoreUnavailableError

if TYPE_CHECKING:
    from bot.records.protocols import RecordStore
    from bot.tables.model.stores import TableStore

log = logging.getLogger(__name__)


class ResultRecorder:
    """`bot.tables.model.protocols.Recorder` on a store of records."""

    def __init__(self, records: RecordStore) -> None:
        self._records = records

    async def record(self, position: Position) -> None:
        """Save the result of a finished game. If the store refuses, the next start makes up for it."""
        result = result_of(position)
        if result is None:
            return
        try:
            await self._records.record(result)
        except StoreUnavailableError as error:
            log.warning("The result of table %d will be saved at the next start: %s", result.table_id, error)

    async def catch_up(self, tables: TableStore) -> None:
        """Save the results that are missing, in the order in which the games ended."""
        for table_id in await self._records.tables_without_result():
            record = await tables.load(table_id)
            if record is None:
                continue
            try:
                await self.record(Position.of(record))
            except (UnknownVersionError, KeyError):
                log.warning("Could not make the result of table %d: another version of its game was played.", table_id)
