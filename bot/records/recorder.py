"""Makes sure that each game that ends by its rules has exactly one result, even after a crash."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from bot.records.results import result_of
from bot.tables.model.errors import UnknownRulesError
from bot.tables.model.position import Position
from bot.tables.model.stores import StoreUnavailableError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from bot.records.protocols import RecordStore
    from bot.tables.model.stores import TableStore

log = logging.getLogger(__name__)


class ResultRecorder:
    """`bot.tables.model.protocols.Recorder` on a store of records."""

    def __init__(self, records: RecordStore, tables: TableStore) -> None:
        self._records = records
        self._tables = tables
        self._unsaved: set[int] = set()
        """The tables whose results the store has refused."""

    async def record(self, position: Position) -> None:
        """Save the result of a finished game. If the store refuses, `record_refused` or a start makes up for it."""
        await self._save(position)

    async def record_refused(self) -> AsyncIterator[int]:
        """Save the results that the store has refused so far; yields each table as soon as its result is saved.

        Raises:
            StoreUnavailableError: the store cannot be used yet.
        """
        while self._unsaved and await self._save_missing(table_id := min(self._unsaved)):
            yield table_id

    async def catch_up(self) -> None:
        """Save the results that are missing, in the order in which the games ended."""
        for table_id in await self._records.tables_without_result():
            await self._save_missing(table_id)

    async def _save_missing(self, table_id: int) -> bool:
        try:
            record = await self._tables.load(table_id)
            self._unsaved.discard(table_id)
            return record is None or await self._save(Position.of(record))
        except UnknownRulesError as error:
            self._unsaved.discard(table_id)
            log.warning("Could not make the result of table %d: %s", table_id, error)
            return True

    async def _save(self, position: Position) -> bool:
        """Save the result, if there is one; False if the store refuses."""
        result = result_of(position)
        if result is None:
            return True
        try:
            await self._records.record(result)
        except StoreUnavailableError as error:
            self._unsaved.add(result.table_id)
            log.warning("The result of table %d will be saved at one of the next checks: %s", result.table_id, error)
            return False
        return True
