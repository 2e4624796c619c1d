"""The connections of the process: each runs whole transactions, one at a time, shielded from cancellation."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections import deque
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar, cast

import aiosqlite

from bot.tables.model.stores import STORE_CLOSING, StoreUnavailableError
from db.engines.failure_log import FailureLog
from db.engines.shielded import shielded
from db.engines.sqlite.errors import failing, quotes_a_value, unavailable
from db.engines.sqlite.opening import OpenFile, connect, connect_read_only, open_locked
from db.engines.sqlite.schema import known_migrations
from db.engines.sqlite.transaction import READ, WRITE, Outcome, run_batch

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator, Sequence
    from pathlib import Path

    from db.engines.sqlite.lock import FileLock
    from db.engines.sqlite.sql import SqliteSql, SqliteWork
    from db.migrations.steps import Migration

T = TypeVar("T")

log = logging.getLogger(__name__)

MAX_BATCH = 64
"""Largest commit batch: the next caller waits for the whole batch."""


class Worker(aiosqlite.Connection):
    """aiosqlite's thread, given whole transactions.

    If given single statements, each would wait for the event loop with the write lock held, and aiosqlite would log
    its values, including secrets, at level DEBUG.
    """

    def __init__(self, connector: Callable[[], SqliteSql]) -> None:
        super().__init__(connector, iter_chunk_size=64)
        # A bot that fails without closing must end, for its supervisor to start it again; to SQLite that is a kill.
        self._thread.daemon = True

    async def start(self) -> Worker:
        await self
        return self

    def submit_batch(self, works: Sequence[SqliteWork[Any]], begin: str) -> asyncio.Future[list[Outcome]]:
        """Queue transactions to run as one.

        Returns a future, not a task: `asyncio.run` would cancel a task on exit, and close the loop before the thread
        could deliver the result.
        """
        future: asyncio.Future[list[Outcome]] = asyncio.get_running_loop().create_future()
        self._tx.put_nowait((future, partial(run_batch, cast("SqliteSql", self._conn), works, begin)))
        return future


class QueuedTransaction:
    """A requested transaction and its outcome."""

    def __init__(self, work: SqliteWork[Any]) -> None:
        self.work = work
        self.has_started = False
        self.outcome: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()


class TransactionQueue:
    """A connection in its thread with a queue: transactions run in order, up to `max_batch` in one batch.

    Transactions requested while the disk was busy are committed together with one flush, so that on a slow disk or a
    busy machine many callers wait once, not one after another. A failed connection is reopened.
    """

    def __init__(
        self,
        connect: Callable[[], SqliteSql],
        worker: Worker | None = None,
        *,
        begin: str = WRITE,
        max_batch: int = MAX_BATCH,
    ) -> None:
        self._connect = connect
        self._worker = worker
        self._begin, self._max_batch = begin, max_batch
        self._lock = asyncio.Lock()
        self._pending: deque[QueuedTransaction] = deque()

    async def run(self, work: SqliteWork[T]) -> T:
        """Run the work and return its result once committed."""
        queued = QueuedTransaction(work)
        self._pending.append(queued)
        try:
            async with self._lock:
                while not queued.has_started:
                    await self._run_batch()
        except BaseException:
            if queued.has_started:
                await shielded(queued.outcome)
            else:
                self._pending.remove(queued)
            raise
        outcome = queued.outcome.result()
        if outcome.error is not None:
            raise outcome.error
        result: T = outcome.value
        return result

    def add(self, work: SqliteWork[Any]) -> None:
        """Let the work be run together with whatever is run next; nobody waits for it."""
        self._pending.append(QueuedTransaction(work))

    async def close(self) -> None:
        """Finish pending transactions, then close; a later request reopens it."""
        async with self._lock:
            try:
                while self._pending:
                    await self._run_batch()
            finally:
                await self._drop_worker()

    async def _run_batch(self) -> None:
        worker = self._worker or await self._open_worker()
        batch: list[QueuedTransaction] = []
        works: list[SqliteWork[Any]] = []
        while self._pending and len(batch) < self._max_batch:
            queued = self._pending.popleft()
            queued.has_started = True
            batch.append(queued)
            works.append(queued.work)
        done = worker.submit_batch(works, self._begin)
        try:
            await shielded(done)
        finally:
            for queued, outcome in zip(batch, done.result(), strict=True):
                queued.outcome.set_result(outcome)
            if worker.in_transaction:  # even ROLLBACK failed
                await shielded(asyncio.ensure_future(self._drop_worker()))

    async def _open_worker(self) -> Worker:
        opening = asyncio.ensure_future(Worker(self._connect).start())
        try:
            return await shielded(opening)
        finally:  # the caller may be gone; the next one uses it
            if not opening.cancelled() and opening.exception() is None:
                self._worker = opening.result()

    async def _drop_worker(self) -> None:
        """Close a connection in an unknown state, which rolls back its transaction; the next request opens a new
        one.
        """
        worker, self._worker = self._worker, None
        if worker is not None:
            await worker.close()


class Connection:
    """A database that is opened once, used through `read`, `read_long` and `write`, and closed once.

    A caller cancelled while waiting in the queue returns at once, and its work never starts. One cancelled during
    its transaction returns when that has been committed or rolled back.

    Only one connection writes: before SQLite 3.51.3, two concurrent writers can damage a file with a write-ahead
    log. A second, read-only one has its own thread, and a third is opened for long reads. Readers see every
    completed write and never wait for the writer.
    """

    def __init__(self, path: Path, lock: FileLock, worker: Worker) -> None:
        self._path = path
        self._file = OpenFile(path)
        self._file_lock = lock
        self._writes = TransactionQueue(partial(connect, path), worker)
        self._reads = TransactionQueue(partial(connect_read_only, path), begin=READ)
        self._long_reads = TransactionQueue(partial(connect_read_only, path), begin=READ, max_batch=1)
        self._closing: asyncio.Future[None] | None = None
        self._closed = asyncio.Event()
        self._failures = FailureLog()

    @classmethod
    async def open(cls, path: Path, migrations: Sequence[Migration] | None = None) -> Connection:
        """Open or create the database.

        Raises:
            StoreOpenError: with one line for the host.
        """
        opening = asyncio.ensure_future(cls._open(path, migrations))
        try:
            return await shielded(opening)
        except asyncio.CancelledError:
            if not opening.cancelled() and opening.exception() is None:
                await opening.result().close()
            raise

    @classmethod
    async def _open(cls, path: Path, migrations: Sequence[Migration] | None) -> Connection:
        path = await asyncio.to_thread(path.resolve)
        steps = known_migrations() if migrations is None else migrations
        # Opened before the worker thread starts, so that a refused file leaves none behind.
        lock, sql = await asyncio.to_thread(open_locked, path, steps)
        return cls(path, lock, await Worker(lambda: sql).start())

    @property
    def shared(self) -> bool:
        """Never: the file lock keeps other processes out."""
        return False

    async def notices(self) -> AsyncGenerator[str | None, None]:
        """Only the first None, as there are no other processes; ends when closed."""
        yield None
        await self._closed.wait()

    @asynccontextmanager
    async def lock(self, name: str) -> AsyncIterator[None]:
        """At once: there is no other process."""
        del name
        yield

    async def clock_offset(self) -> float:
        """Zero: the only clock is this machine's."""
        return 0.0

    async def read(self, work: SqliteWork[T]) -> T:
        """Run the work on a consistent snapshot of the database."""
        return await self._run(self._reads, work)

    async def read_long(self, work: SqliteWork[T]) -> T:
        """Like `read`, for work that may take seconds: one at a time, and nobody else waits for it."""
        return await self._run(self._long_reads, work)

    async def write(self, work: SqliteWork[T]) -> T:
        """Run the work in one immediate transaction, committed to disk on return and rolled back on any error.

        Raises:
            StoreUnavailableError: the file or disk failed; nothing was changed.
        """
        return await self._run(self._writes, self._in_place(work))

    async def write_deferred(self, work: SqliteWork[Any]) -> None:
        """Run the work with the next `write`, in the same transaction, or on `close`."""
        if self._closing is not None:
            raise StoreUnavailableError(STORE_CLOSING)
        self._writes.add(self._in_place(work))

    def _in_place(self, work: SqliteWork[T]) -> SqliteWork[T]:
        """The work, refused if the file is no longer where it was opened."""

        def checked(sql: SqliteSql) -> T:
            self._file.require_unmoved()
            return work(sql)

        return checked

    async def write_long(self, work: SqliteWork[T]) -> T:
        """Like `write`: SQLite has no time limit for a transaction."""
        return await self.write(work)

    async def close(self) -> None:
        """Finish pending transactions, then close; closing again does nothing."""
        if self._closing is None:
            self._closing = asyncio.ensure_future(self._close())
        await shielded(self._closing)

    async def _run(self, queue: TransactionQueue, work: SqliteWork[T]) -> T:
        if self._closing is not None:
            raise StoreUnavailableError(STORE_CLOSING)
        try:
            return await queue.run(work)
        except (sqlite3.IntegrityError, sqlite3.ProgrammingError):
            raise  # a bug in this program, not a disk failure
        except sqlite3.DatabaseError as error:
            self._failures.note(failing(self._path, error))
            raise unavailable(error) from (None if quotes_a_value(error) else error)

    async def _close(self) -> None:
        try:
            # The writer last: it removes the write-ahead log.
            for queue in (self._reads, self._long_reads, self._writes):
                with _log_lost_writes():
                    await queue.close()
        finally:
            self._file_lock.release()
            self._closed.set()


@contextmanager
def _log_lost_writes() -> Iterator[None]:
    """Log that pending writes for which nobody waits could not be saved."""
    try:
        yield
    except sqlite3.Error as error:
        log.warning("Pending writes were lost: %s", unavailable(error))
