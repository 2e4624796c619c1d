"""Exports and deletes what is stored about a person: everything that `db/people/personal_data.py` lists."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bot.tables.acts.forgetting import forgotten
from bot.tables.model.stores import FORGOTTEN
from db.database import StorePart, reads, reads_long, writes
from db.people.personal_data import PEOPLE
from db.records.results import former_id
from db.tables import rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from db.sql import Sql

_NAMING = {column for kept in PEOPLE if kept.table in ("tables", "snapshots") for column in kept.columns}
"""The fields of a table that may name people."""
MAX_ERASED = 200
"""Rows deleted in one transaction where there may be many, because they are spread over the whole file."""


class Privacy(StorePart):
    """Exports and deletes the data stored about a person."""

    @reads_long
    def all_about(self, sql: Sql, person: int) -> dict[str, list[dict[str, Any]]]:
        """Every row about the person, by table; empty lists for tables without any."""
        return {
            kept.table: [
                facts
                for row in sql.execute(kept.export, {"person": person}).fetchall()
                if (facts := kept.to_facts(row, person)) is not None
            ]
            for kept in PEOPLE
        }

    @reads
    def tables_about(self, sql: Sql, person: int) -> tuple[int, ...]:
        """The ids of all tables, live or ended, that name the person in any way."""
        found = sql.execute("SELECT table_id FROM table_people WHERE person = ? ORDER BY table_id", (person,))
        return tuple(table_id for (table_id,) in found.fetchall())

    @writes
    def forget_in_tables(self, sql: Sql, person: int, table_ids: Sequence[int]) -> None:
        """Rewrite these tables without the person, and tell all processes to reload older versions in memory."""
        sql.lock("forgetting")  # another person of the same tables may be forgotten at the same time
        for table_id in table_ids:
            record, damaged = rows.load_to_forget(sql, table_id)  # others may go on playing there
            if record is None:
                continue
            seats = [index for index, seat in enumerate(record.seats) if seat.person == person]
            sql.executemany("DELETE FROM drafts WHERE table_id = ? AND seat = ?", [(table_id, seat) for seat in seats])
            sql.execute("UPDATE actions SET by = 0 WHERE table_id = ? AND by = ?", (table_id, person))
            after = replace(forgotten(record, person), version=record.version + 1)
            # What cannot be read may name the person; so may news, without which the table was loaded.
            rows.rewrite(sql, record, after, {"recent", *_NAMING.intersection(damaged)})
            # This does not make boards outdated, so none is edited.
            sql.execute(
                "UPDATE tables SET announced_version = version WHERE id = ? AND announced_version = ?",
                (table_id, record.version),
            )
        sql.notify(f"{FORGOTTEN}:{','.join(map(str, table_ids))}")

    async def forget_person(self, person: int) -> None:
        """Delete everything else about the person, a few rows per transaction, so that nobody waits long.

        If a crash interrupts this, asking again deletes the rest; the games then count as two people's.
        """
        known = {"person": person, "former": former_id(), "limit": MAX_ERASED}
        for kept in PEOPLE:
            for statement in kept.erase:
                named = {name: value for name, value in known.items() if f":{name}" in statement}
                while await self._erase(statement, named, kept.lock) == MAX_ERASED:
                    pass

    @writes
    def _erase(self, sql: Sql, statement: str, named: dict[str, int], lock: str | None) -> int:
        if lock is not None:
            sql.lock(lock)
        return sql.execute(statement, named).rowcount
