"""What the store needs from an engine, and the base of its parts: each of their methods is one transaction."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Coroutine
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, Protocol, TypeVar

from db.sql import Sql

if TYPE_CHECKING:
    from contextlib import AbstractAsyncContextManager

T = TypeVar("T")
P = ParamSpec("P")
S = TypeVar("S", bound="StorePart")

Work = Callable[[Sql], T]
"""Work done in a transaction. It may be run again from its beginning: on a shared database because of another process,
on SQLite because another transaction of its batch failed. So it must not use up what it is given.
"""


class Database(Protocol):
    """An engine that runs whole transactions, even if the caller is cancelled.

    All methods raise StoreUnavailableError if the file, disk or server fails; nothing was changed then.
    """

    @property
    def shared(self) -> bool:
        """Whether other processes may change the data; if so, nothing that was read may be cached."""
        ...

    async def read(self, work: Work[T]) -> T:
        """Run read-only work on a consistent snapshot that includes every completed write."""
        ...

    async def read_long(self, work: Work[T]) -> T:
        """Like `read`, for work that may take seconds; nobody else waits for it."""
        ...

    async def write(self, work: Work[T]) -> T:
        """Run the work in a transaction, committed on return and rolled back on any error."""
        ...

    async def write_deferred(self, work: Work[Any]) -> None:
        """Run the work no later than the next `write` or `close`. Its outcome is not reported: it may be lost if the
        process is killed or the disk fails.
        """
        ...

    async def write_long(self, work: Work[T]) -> T:
        """Like `write`, for work that may take minutes."""
        ...

    def notices(self) -> AsyncGenerator[str | None, None]:
        """Notices sent by `sql.notify` in any process, including this one; read by one task until `close`.

        Yields None first, and whenever notices may have been missed (the connection was lost), so that the reader
        checks for itself. If the database is not shared, that first None is all.
        """
        ...

    def lock(self, name: str) -> AbstractAsyncContextManager[None]:
        """Hold a lock of this name across all processes; for seconds at most, outside of transactions."""
        ...

    async def clock_offset(self) -> float:
        """Seconds to add to this machine's clock to have the database's, which all processes share."""
        ...

    async def close(self) -> None:
        """Finish pending transactions, then close; closing again does nothing."""
        ...


class StorePart:
    """One part of the store. Its methods run inside a transaction that `reads` and `writes` open."""

    def __init__(self, database: Database) -> None:
        self.database = database


def reads(
    work: Callable[Concatenate[S, Sql, P], T],
) -> Callable[Concatenate[S, P], Coroutine[Any, Any, T]]:
    """Decorator for a method that reads; callers omit `sql` and await it."""

    @wraps(work)
    async def read(self: S, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self.database.read(lambda sql: work(self, sql, *args, **kwargs))

    return read


def reads_long(
    work: Callable[Concatenate[S, Sql, P], T],
) -> Callable[Concatenate[S, P], Coroutine[Any, Any, T]]:
    """Decorator for a method that reads for seconds and blocks nobody else; callers omit `sql` and await it."""

    @wraps(work)
    async def read_long(self: S, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self.database.read_long(lambda sql: work(self, sql, *args, **kwargs))

    return read_long


def writes(
    work: Callable[Concatenate[S, Sql, P], T],
) -> Callable[Concatenate[S, P], Coroutine[Any, Any, T]]:
    """Decorator for a method that writes; callers omit `sql` and await it."""

    @wraps(work)
    async def write(self: S, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self.database.write(lambda sql: work(self, sql, *args, **kwargs))

    return write


def writes_long(
    work: Callable[Concatenate[S, Sql, P], T],
) -> Callable[Concatenate[S, P], Coroutine[Any, Any, T]]:
    """Decorator for a method that writes for minutes; callers omit `sql` and await it."""

    @wraps(work)
    async def write_long(self: S, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self.database.write_long(lambda sql: work(self, sql, *args, **kwargs))

    return write_long
