"""A bot that plays at many tables as fast as it can and reports what was saved. Tests kill it.

`python -m tests.db.writer <file>` prints `<table> <decision> <interaction>` after each saved move.
"""

from __future__ import annotations

import asyncio
import sys
import time
from dataclasses import replace

from bot.tables.model.records import Draft
from db.store import SqliteStore
from tests.db.examples import move, saved, snowflake

TABLES = 12


async def play(store: SqliteStore, table_id: int) -> None:
    table = await store.tables.load(table_id)
    assert table is not None
    while True:
        await store.tables.save_draft(Draft(table.id, 0, table.decision, {"of": table.decision}))
        number = table.decision + 1
        change = move(table, state=f"after {number} " + "x" * (number * 997 % 9000))
        change = replace(change, interaction=snowflake(time.time()))  # new ones after each kill
        await store.tables.save(change)
        table = change.after
        print(table.id, table.decision, change.interaction, flush=True)  # noqa: T201 (this is how it answers)


async def main(path: str) -> None:
    store = await SqliteStore.open(path)
    ids = [
        await store.tables.in_channel(channel) or (await saved(store, channel_id=channel)).id
        for channel in range(1, TABLES + 1)
    ]
    await asyncio.gather(*(play(store, table_id) for table_id in ids))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
