"""Reads a table's current values through functions, so that mypy keeps no narrowing from before an `await`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.tables.model.records import Deadline, Phase, TableRecord
    from bot.tables.table.table import Table


def phase(table: Table) -> Phase:
    return table.record.phase


def deadline(record: TableRecord) -> Deadline:
    assert record.deadline is not None
    return record.deadline
