"""Deleting a person's data: their seats lose the name, games stay valid, nothing else refers to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.tables.model.errors import NoTableError, UnknownRulesError

if TYPE_CHECKING:
    from bot.tables.runtime.tables import Tables

BATCH_SIZE = 25
"""Tables that are rewritten in one transaction."""


async def forget_person(tables: Tables, person: int) -> None:
    """Delete everything stored about a person.

    Their seats in running games go to computer players first. Ended games keep their actions, and so their results
    and proofs; the seat's name becomes empty, which is shown as “Former player”.
    """
    people = tables.store.people
    about = await people.tables_about(person)
    for table_id in about:
        try:
            table = await tables.get(table_id)
            if table is not None and table.record.phase.is_live:
                await table.forget(person)
        except (UnknownRulesError, NoTableError):
            continue  # it can no longer be played; its stored data is cleaned below
    about = await people.tables_about(person)
    for start in range(0, len(about), BATCH_SIZE):
        batch = about[start : start + BATCH_SIZE]
        await people.forget_in_tables(person, batch)
        await tables.reload(batch)  # at once: if the rest fails, asking again no longer finds these tables
    await people.forget_person(person)
