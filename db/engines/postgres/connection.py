"""The pool of a process: each transaction has a connection and a thread to itself, shielded from cancellation."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import psycopg
from psycopg_pool import ConnectionPool, PoolTimeout

from bot.tables.model.stores import OUTCOME_UNKNOWN, STORE_CLOSING, StoreUnavailableError
from db.engines.failure_log import FailureLog
from db.engines.postgres.errors import is_bug, open_error, place_of, unavailable
from db.engines.postgres.listening import listen
from db.engines.postgres.opening import configure, conninfo_of, open_checked
from db.engines.postgres.schema import known_migrations
from db.engines.postgres.sql import Connection, PostgresSql
from db.engines.shielded import shielded

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Sequence
    from concurrent.futures import Future

    from db.database import Work
    from db.migrations.steps import Migration
    from db.sql import Sql

T = TypeVar("T")

THREADS = 6
"""Number of concurrent transactions; more would only wait for each other in the server."""
TRIES = 8
"""How often work is retried after the server rolled it back for another transaction or lost the connection."""
WAIT_SECONDS = 3.0
"""How long to wait for a connection while the server is away, in seconds."""
AWAY_SECONDS = 1.0
"""Seconds after such a wait during which further requests fail at once instead of waiting one by one."""
MAX_RECONNECT_SECONDS = 10.0
"""Seconds for which one transaction keeps replacing lost connections."""
HUNG_SECONDS = 15.0
"""Seconds a transaction may wait. The server ends each statement sooner, so by then the server must be unreachable."""
MEASUREMENTS, PROMPT_SECONDS = 3, 0.5
"""How often the server is asked for its time at most, and the seconds within which an answer is good enough."""
LOCK_SECONDS = 15.0
"""Seconds after which the server frees a lock: that a machine is gone, it would notice only after hours."""

_PASSING = (
    psycopg.errors.SerializationFailure,
    psycopg.errors.DeadlockDetected,
    psycopg.errors.FeatureNotSupported,
)
"""Errors that another attempt may not meet. The last one: a newer version has added a column to what a prepared
statement reads; the rollback forgets that statement.
"""
SILENT_SECONDS = 3.0
"""Seconds after which a transaction whose process sends nothing more is ended, if others wait for a lock."""
_END_SILENT = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE datname = current_database() AND usename = current_user
    AND application_name = current_setting('application_name') AND state = 'active' AND wait_event = 'ClientRead'
    AND extract(epoch FROM clock_timestamp() - state_change) > ?
"""
_END_WHEN_IDLE = "SELECT set_config('idle_session_timeout', %s, false)"
_LONG = ("SET LOCAL statement_timeout = '5min'", "SET LOCAL idle_in_transaction_session_timeout = '5min'")

logging.getLogger("psycopg.pool").setLevel(logging.ERROR)  # it logs each failed attempt; the bot logs one


class _Mode(NamedTuple):
    """A kind of transaction: the statements with which it begins, and whether it writes and may take minutes."""

    begin: tuple[str, ...]
    is_write: bool
    is_long: bool


_READ = _Mode(("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",), is_write=False, is_long=False)
_WRITE = _Mode(("BEGIN ISOLATION LEVEL READ COMMITTED",), is_write=True, is_long=False)
_READ_LONG = _Mode((*_READ.begin, *_LONG), is_write=False, is_long=True)
_WRITE_LONG = _Mode((*_WRITE.begin, *_LONG), is_write=True, is_long=True)


class OutcomeUnknownError(Exception):
    """The connection was lost during a commit, and the server did not come back soon."""


class _ConnectionLostError(psycopg.OperationalError):
    """The connection was lost: nothing is committed."""


class _LostDuringCommitError(_ConnectionLostError):
    """The connection was lost when COMMIT was sent."""


class _ActiveTransaction:
    """The connection that a transaction uses, and since when."""

    def __init__(self) -> None:
        self.connection: Connection | None = None
        self.since = 0.0
        self.is_long = False

    @contextmanager
    def of(self, connection: Connection, *, is_long: bool) -> Iterator[None]:
        """Use it within the block."""
        self.connection, self.since, self.is_long = connection, time.monotonic(), is_long
        try:
            yield
        finally:
            self.connection = None


class Postgres:
    """A database on a server that several processes may share; it is opened once and closed once.

    A caller cancelled while waiting for a thread returns at once, and its work never starts. One cancelled during
    its transaction returns when that has been committed or rolled back.
    """

    def __init__(self, url: str) -> None:
        self._where, self._conninfo = place_of(url), conninfo_of(url)
        self._pool = ConnectionPool(
            self._conninfo,
            connection_class=Connection,
            configure=configure,
            min_size=1,
            max_size=THREADS + 1,
            open=False,
            timeout=WAIT_SECONDS,
            reconnect_timeout=5.0,  # then the next request tries again, so nothing waits long once the server is back
            num_workers=2,
        )
        self._threads = ThreadPoolExecutor(THREADS, "postgres")
        self._long_thread = ThreadPoolExecutor(1, "postgres-long")
        self._away_until = 0.0
        self._failures = FailureLog()
        self._closing: asyncio.Future[None] | None = None

    @classmethod
    async def open(cls, url: str, migrations: Sequence[Migration] | None = None) -> Postgres:
        """Connect, and bring the schema up to date.

        Raises:
            StoreOpenError: with one line for the host.
        """
        steps = known_migrations() if migrations is None else migrations
        await shielded(asyncio.ensure_future(asyncio.to_thread(open_checked, url, steps)))
        database = cls(url)
        database._pool.open()
        return database

    @property
    def shared(self) -> bool:
        """Always: other processes may use the database."""
        return True

    async def read(self, work: Work[T]) -> T:
        """Run the work on a consistent snapshot of the database."""
        return await self._run(self._threads, _READ, work)

    async def read_long(self, work: Work[T]) -> T:
        """Like `read`, for work that may take seconds: one at a time, and nobody else waits for it."""
        return await self._run(self._long_thread, _READ_LONG, work)

    async def write(self, work: Work[T]) -> T:
        """Run the work in one transaction, committed to disk on return and rolled back on any error.

        Raises:
            StoreUnavailableError: the server failed; nothing was changed.
        """
        return await self._run(self._threads, _WRITE, work)

    async def write_deferred(self, work: Work[Any]) -> None:
        """At once, because other processes look at what was written."""
        await self.write(work)

    async def write_long(self, work: Work[T]) -> T:
        """Like `write`, for work that may take minutes: it is not taken for a server that cannot be reached."""
        return await self._run(self._long_thread, _WRITE_LONG, work)

    def notices(self) -> AsyncGenerator[str | None, None]:
        """Notices sent by `sql.notify`; None whenever some may have been missed."""
        return listen(self._conninfo, lambda: self._closing is not None, self._not_connected)

    def _not_connected(self, error: psycopg.Error) -> None:
        """Log why a connection failed: the pool only says that it has none."""
        self._failures.note(str(open_error(self._where, error)))

    @asynccontextmanager
    async def lock(self, name: str) -> AsyncIterator[None]:
        """Hold the name's advisory lock on a separate connection, so that it is freed however this process ends."""
        try:
            connection = await psycopg.AsyncConnection.connect(self._conninfo, autocommit=True)
        except psycopg.Error as error:
            raise unavailable(error) from error
        async with connection:
            try:
                await connection.execute(_END_WHEN_IDLE, (f"{LOCK_SECONDS * 1000:.0f}ms",))
                await connection.execute("SELECT pg_advisory_lock(hashtextextended(%s, 0))", (f"turn {name}",))
            except psycopg.Error as error:
                raise unavailable(error) from error
            yield

    async def clock_offset(self) -> float:
        """The server's time is taken to be that of the middle of the round trip."""
        return await self.read(_clock_offset)

    async def close(self) -> None:
        """Finish pending transactions, then close; closing again does nothing."""
        if self._closing is None:
            self._closing = asyncio.ensure_future(asyncio.to_thread(self._close))
        await shielded(self._closing)

    def _close(self) -> None:
        for threads in (self._threads, self._long_thread):
            threads.shutdown()
        self._pool.close()

    async def _run(self, threads: ThreadPoolExecutor, mode: _Mode, work: Work[T]) -> T:
        if self._closing is not None:
            raise StoreUnavailableError(STORE_CLOSING)
        active = _ActiveTransaction()
        job = threads.submit(self._run_with_retries, mode, work, active)
        watch = asyncio.get_running_loop().call_later(HUNG_SECONDS, self._abort_hung, active, job)
        try:
            return await shielded(asyncio.wrap_future(job), abandon=job.cancel)
        except OutcomeUnknownError:
            raise StoreUnavailableError(OUTCOME_UNKNOWN) from None
        except psycopg.Error as error:
            if is_bug(error):  # the details that follow quote the row
                error.args = (error.diag.message_primary or type(error).__name__,)
                raise
            if error.diag.message_primary:  # the server's own words, without values
                self._failures.note(f"{self._where}: {error.diag.message_primary}.")
            raise unavailable(error) from error
        finally:
            watch.cancel()

    def _abort_hung(self, active: _ActiveTransaction, job: Future[Any]) -> None:
        """Cut the connection of a transaction that waits for an unreachable server, and replace all others."""
        if job.done() or active.is_long:
            return
        if active.connection is not None and time.monotonic() - active.since >= HUNG_SECONDS:
            self._away_until = time.monotonic() + AWAY_SECONDS
            self._not_connected(psycopg.OperationalError())
            active.connection.abort()
            self._pool.drain()
        asyncio.get_running_loop().call_later(HUNG_SECONDS, self._abort_hung, active, job)

    def _run_with_retries(self, mode: _Mode, work: Work[T], active: _ActiveTransaction) -> T:
        """Do the work in its own transaction; retry if the server rolled it back and another attempt may succeed.

        If the connection was lost during the commit, the work is retried too: if it was committed, it finds its own
        interaction, version or row, as after any repeated delivery.
        """
        deadline = time.monotonic() + MAX_RECONNECT_SECONDS
        may_be_committed = False
        for left in reversed(range(TRIES)):
            try:
                with self._connection() as connection, active.of(connection, is_long=mode.is_long):
                    return _transaction(connection, mode, work)
            except psycopg.errors.LockNotAvailable:
                if not left or not self._end_silent():
                    raise
            except _PASSING:
                if not left:
                    raise
            except (psycopg.OperationalError, psycopg.InterfaceError) as error:
                may_be_committed |= isinstance(error, _LostDuringCommitError)
                if left and isinstance(error, _ConnectionLostError) and time.monotonic() < deadline:
                    continue
                if may_be_committed:
                    raise OutcomeUnknownError from error
                raise
            time.sleep(random.uniform(0, 0.02))
        raise AssertionError

    def _end_silent(self) -> bool:
        """End transactions of processes that were stopped or cut off while they sent statements; return whether there
        were any. The server's own limits begin when it has got everything; it waits for the rest without one.
        """
        with self._connection() as connection:
            return bool(_transaction(connection, _READ, _end_silent))

    @contextmanager
    def _connection(self) -> Iterator[Connection]:
        if time.monotonic() < self._away_until:
            raise PoolTimeout
        try:
            connection = self._pool.getconn()
        except PoolTimeout:
            self._away_until = time.monotonic() + AWAY_SECONDS
            raise
        try:
            yield connection
        except _ConnectionLostError:
            raise
        except (psycopg.OperationalError, psycopg.InterfaceError) as error:
            if connection.closed:  # it may date from before the server went away
                raise _ConnectionLostError from error
            raise
        finally:
            if connection.closed:
                connection.stop_sending()
            self._pool.putconn(connection)


def _transaction(connection: Connection, mode: _Mode, work: Work[T]) -> T:
    sql = PostgresSql(connection)
    try:
        for statement in mode.begin:
            sql.execute(statement)
        result = work(sql)
        if mode.is_write:
            sql.confirm_connection()
    except BaseException:
        sql.roll_back()
        raise
    try:
        sql.commit()
    except psycopg.OperationalError as error:
        if connection.closed and mode.is_write:
            raise _LostDuringCommitError from error
        sql.roll_back()
        raise
    except psycopg.Error:
        sql.roll_back()
        raise
    return result


def _end_silent(sql: Sql) -> list[Any]:
    return sql.execute(_END_SILENT, (SILENT_SECONDS,)).fetchall()


def _clock_offset(sql: Sql) -> float:
    """The offset as measured in the shortest round trip of some. It may be off by half of that: the process may have
    been stopped meanwhile, or the answer delayed.
    """
    measured: list[tuple[float, float]] = []
    while len(measured) < MEASUREMENTS:
        before = time.time()
        (there,) = sql.execute("SELECT CAST(extract(epoch FROM clock_timestamp()) AS DOUBLE PRECISION)").fetchone()
        after = time.time()
        measured.append((abs(after - before), float(there) - (before + after) / 2))
        if measured[-1][0] < PROMPT_SECONDS:
            break
    return min(measured)[1]
