"""The one connection of the process: whole transactions, one at a time, that no cancellation can tear."""

from __future__ import annotations

import asyncio
import sqlite3
from functools import partial
from typing import TYPE_CHECKING, TypeVar

import aiosqlite

from bot.tables.protocols import StoreUnavailableError
from db.errors import not_done
from db.opening import connect, open_locked
from db.schema import Migration, known_migrations
from db.transaction import Begin, Work, transaction

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from db.lock import FileLock

T = TypeVar("T")


class Worker(aiosqlite.Connection):
    """aiosqlite's thread, handed a whole transaction at once.

    Statement by statement, every one would wait for its turn on the event loop with the write lock held, and
    aiosqlite would log each one's values, the secrets among them, at level DEBUG.
    """

    def __init__(self, connector: Callable[[], sqlite3.Connection]) -> None:
        super().__init__(connector, iter_chunk_size=64)
        # A bot that fails without closing must end, for its supervisor to start it again; to SQLite that is a kill.
        self._thread.daemon = True

    async def started(self) -> Worker:
        await self
        return self

    def transaction(self, begin: Begin, work: Work[T]) -> asyncio.Future[T]:
        """Queue a transaction.

        The future is no task: `asyncio.run` cancels all tasks at its end, and then closes the loop that the
        thread wants to hand its result to.
        """
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._tx.put_nowait((future, partial(transaction, self._conn, begin, work)))
        return future


class Connection:
    """A connection that is opened once and closed once; between, `read` and `write` are all there is.

    A caller that is cancelled while it waits for its turn is gone at once, and its work is never begun. One that
    is cancelled during its transaction is let go when that has ended, whole or not at all.
    """

    def __init__(self, path: Path, lock: FileLock, worker: Worker) -> None:
        self._path = path
        self._file_lock = lock
        self._worker: Worker | None = worker
        self._turn = asyncio.Lock()
        self._closed = False

    @classmethod
    async def open(cls, path: Path, migrations: Sequence[Migration] | None = None) -> Connection:
        """Open or create the database.

        Raises:
            StoreOpenError: with one line for the host.
        """
        opening = asyncio.ensure_future(cls._open(path, migrations))
        try:
            return await settled(opening)
        except asyncio.CancelledError:
            if not opening.cancelled() and opening.exception() is None:
                await opening.result().close()
            raise

    @classmethod
    async def _open(cls, path: Path, migrations: Sequence[Migration] | None) -> Connection:
        path = await asyncio.to_thread(path.resolve)
        steps = known_migrations() if migrations is None else migrations
        # Opened before there is a worker thread, so that a file that is refused leaves none behind.
        lock, sql = await asyncio.to_thread(open_locked, path, steps)
        return cls(path, lock, await Worker(lambda: sql).started())

    async def read(self, work: Work[T]) -> T:
        """What the work finds in one unchanging picture of the database."""
        return await self._in_turn("BEGIN", work)

    async def write(self, work: Work[T]) -> T:
        """Do the work in one immediate transaction, committed to disk on return and rolled back on any error.

        Raises:
            StoreUnavailableError: the file or the disk refused it; nothing was changed.
        """
        return await self._in_turn("BEGIN IMMEDIATE", work)

    async def close(self) -> None:
        """Wait for the transaction under way, then close; more than once does nothing."""
        async with self._turn:
            if not self._closed:
                self._closed = True
                await settled(asyncio.ensure_future(self._close()))

    async def _in_turn(self, begin: Begin, work: Work[T]) -> T:
        async with self._turn:
            try:
                worker = await self._usable_worker()
                try:
                    return await settled(worker.transaction(begin, work))
                finally:
                    if worker.in_transaction:  # even ROLLBACK failed
                        await settled(asyncio.ensure_future(self._drop_worker()))
            except (sqlite3.IntegrityError, sqlite3.ProgrammingError):
                raise  # a mistake in this program, not the disk's
            except sqlite3.DatabaseError as error:
                raise not_done(error) from error

    async def _usable_worker(self) -> Worker:
        if self._closed:
            raise StoreUnavailableError("Nothing was changed, because the bot is closing: try again soon.")
        if self._worker is None:
            opening = Worker(partial(connect, self._path)).started()
            self._worker = await settled(asyncio.ensure_future(opening))
        return self._worker

    async def _drop_worker(self) -> None:
        """Close a connection whose state is unknown, which undoes its transaction; the next one opens afresh."""
        worker, self._worker = self._worker, None
        if worker is not None:
            await worker.close()

    async def _close(self) -> None:
        try:
            await self._drop_worker()
        finally:
            self._file_lock.release()


async def settled(future: asyncio.Future[T]) -> T:
    """The future's result; if the caller is cancelled meanwhile, its cancellation once the future is done."""
    cancelled: asyncio.CancelledError | None = None
    while not future.done():
        try:
            await asyncio.wait([future])
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is None:
        return future.result()
    if not future.cancelled():
        future.exception()  # seen, so that asyncio does not report it as forgotten
    raise cancelled
