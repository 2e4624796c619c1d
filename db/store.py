"""The store: a database and its parts."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from db.cache import MAX_CACHED, Cache
from db.engines.sqlite.connection import Connection
from db.errors import not_installed
from db.people.calls import CallStore
from db.people.moderation import ModerationStore
from db.people.notifications import NotificationStore
from db.people.plans import PlanStore
from db.people.reports import ReportStore
from db.people.store import PeopleStore
from db.records.store import RecordStore
from db.tables.deadlines import DeadlineStore
from db.tables.messages import MessageStore
from db.tables.shards import ShardStore
from db.tables.store import TableStore

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.tables.model.records import Draft
    from db.database import Database
    from db.migrations.steps import Migration


class SqlStore:
    """The store's parts on a database, as specified by the Protocols of the same names.

    Every method may also raise StoreUnavailableError: the file, disk or server failed, and nothing was changed.
    """

    def __init__(self, database: Database) -> None:
        self.database = database
        draft_cache: Cache[dict[int, Draft]] = Cache(0 if database.shared else MAX_CACHED)
        self.tables = TableStore(database, draft_cache)
        self.deadlines = DeadlineStore(database)
        self.messages = MessageStore(database)
        self.shards = ShardStore(database)
        self.people = PeopleStore(database, draft_cache)
        self.notifications = NotificationStore(database)
        self.calls = CallStore(database)
        self.plans = PlanStore(database)
        self.records = RecordStore(database)
        self.reports = ReportStore(database)
        self.moderation = ModerationStore(database)

    async def close(self) -> None:
        """Finish pending transactions, then close; closing again does nothing."""
        await self.database.close()


async def open_store(path: Path, url: str) -> SqlStore:
    """Open the store on the server at the address or, if that is empty, in the file.

    Raises:
        StoreOpenError: with one line for the host.
    """
    return await PostgresStore.open(url) if url else await SqliteStore.open(path)


class SqliteStore(SqlStore):
    """The store on one SQLite file."""

    def __init__(self, database: Connection) -> None:
        super().__init__(database)
        self.database: Connection = database

    @classmethod
    async def open(cls, path: Path | str, migrations: Sequence[Migration] | None = None) -> SqliteStore:
        """Open or create the file (and its folder) and bring its schema up to date.

        Raises:
            StoreOpenError: another copy of the bot uses the file, it cannot be written, it is damaged, is not a
                database of this bot, or was written by a newer version; the text is one line for the host.
        """
        return cls(await Connection.open(Path(path), migrations))


class PostgresStore(SqlStore):
    """The store on a PostgreSQL database, which other processes may use at the same time."""

    @classmethod
    async def open(cls, url: str) -> PostgresStore:
        """Connect and bring the schema up to date.

        Raises:
            StoreOpenError: the server refuses the bot, or the database belongs to another program or a newer version;
                the text is one line for the host, without the password.
        """
        try:
            from db.engines.postgres.connection import Postgres
        except ImportError as error:
            raise not_installed() from error
        return cls(await Postgres.open(url))
