"""The store: a database, and a part of it for each who needs one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from db.engines.sqlite.connection import Connection
from db.people.store import PeopleStore
from db.records.store import RecordStore
from db.remembered import MAX_REMEMBERED, Remembered
from db.tables.deadlines import DeadlineStore
from db.tables.messages import MessageStore
from db.tables.store import TableStore

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.tables.model.records import Draft
    from db.database import Database
    from db.engines.sqlite.schema import Migration


class SqliteStore:
    """The parts on one SQLite file; their promises are those of the Protocols with their names.

    Every method may also raise StoreUnavailableError: the file or the disk refused, and nothing was changed.
    """

    def __init__(self, database: Database) -> None:
        self.database = database
        built: Remembered[dict[int, Draft]] = Remembered(MAX_REMEMBERED)
        self.tables = TableStore(database, built)
        self.deadlines = DeadlineStore(database)
        self.messages = MessageStore(database)
        self.people = PeopleStore(database, built)
        self.records = RecordStore(database)

    @classmethod
    async def open(cls, path: Path | str, migrations: Sequence[Migration] | None = None) -> SqliteStore:
        """Open or create the file (and its folder) and bring its schema up to date.

        Raises:
            StoreOpenError: another copy of the bot uses the file, it cannot be written, it is damaged or no
                database of this bot, or a newer version wrote it; the text is one line for the host.
        """
        return cls(await Connection.open(Path(path), migrations))

    async def close(self) -> None:
        """Wait for the transactions under way, then close the file and free it; more than once does nothing."""
        await self.database.close()
