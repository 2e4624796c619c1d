"""What the store needs from an engine, and the base of its parts: each of their methods is one transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

T = TypeVar("T")
P = ParamSpec("P")
S = TypeVar("S", bound="StorePart")

Work = Callable[[sqlite3.Connection], T]
"""Work done in a transaction."""


class Database(Protocol):
    """An engine that runs whole transactions, even if the caller is cancelled.

    All methods raise StoreUnavailableError if the file or disk fails; nothing was changed then.
    """

    async def read(self, work: Work[T]) -> T:
        """Run read-only work on a consistent snapshot that includes every completed write."""
        ...

    async def read_long(self, work: Work[T]) -> T:
        """Like `read`, for work that may take seconds; nobody else waits for it."""
        ...

    async def write(self, work: Work[T]) -> T:
        """Run the work in a transaction, committed on return and rolled back on any error."""
        ...

    async def close(self) -> None:
        """Finish pending transactions, then close; closing again does nothing."""
        ...


class StorePart:
    """One part of the store. Its methods run inside a transaction that `reads` and `writes` open."""

    def __init__(self, database: Database) -> None:
        self.database = database


def reads(
    work: Callable[Concatenate[S, sqlite3.Connection, P], T],
) -> Callable[Concatenate[S, P], Coroutine[Any, Any, T]]:
    """Decorator for a method that reads; callers omit `sql` and await it."""

    @wraps(work)
    async def read(self: S, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self.database.read(lambda sql: work(self, sql, *args, **kwargs))

    return read


def reads_long(
    work: Callable[Concatenate[S, sqlite3.Connection, P], T],
) -> Callable[Concatenate[S, P], Coroutine[Any, Any, T]]:
    """A method that reads what may take seconds: called without `sql`, and awaited; nobody else waits for it."""

    @wraps(work)
    async def read_long(self: S, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self.database.read_long(lambda sql: work(self, sql, *args, **kwargs))

    return read_long


def writes(
    work: Callable[Concatenate[S, sqlite3.Connection, P], T],
) -> Callable[Concatenate[S, P], Coroutine[Any, Any, T]]:
    """Decorator for a method that writes; callers omit `sql` and await it."""

    @wraps(work)
    async def write(self: S, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self.database.write(lambda sql: work(self, sql, *args, **kwargs))

    return write
