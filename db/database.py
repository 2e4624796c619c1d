"""What the store needs of an engine, and what its parts have in common: each of their methods is one transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

T = TypeVar("T")
P = ParamSpec("P")
S = TypeVar("S", bound="StorePart")

Work = Callable[[sqlite3.Connection], T]
"""What is done in a transaction."""


class Database(Protocol):
    """An engine: whole transactions, in which a cancelled caller leaves nothing half done.

    All raise StoreUnavailableError where the file or the disk refuses; nothing was changed then.
    """

    async def read(self, work: Work[T]) -> T:
        """What the work finds in one unchanging picture of the database, with all that was answered; it can change nothing."""
        ...

    async def read_long(self, work: Work[T]) -> T:
        """The same for work that may take seconds: nobody else waits for it."""
        ...

    async def write(self, work: Work[T]) -> T:
        """Do the work, saved on return and undone on any error."""
        ...

    async def close(self) -> None:
        """Finish what was asked for before, then close; more than once does nothing."""
        ...


class StorePart:
    """One part of the store. Its methods say what happens inside a transaction; `reads` and `writes` open it."""

    def __init__(self, database: Database) -> None:
        self.database = database


def reads(
    work: Callable[Concatenate[S, sqlite3.Connection, P], T],
) -> Callable[Concatenate[S, P], Coroutine[Any, Any, T]]:
    """A method that reads: called without `sql`, and awaited."""

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
    """A method that changes something: called without `sql`, and awaited."""

    @wraps(work)
    async def write(self: S, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self.database.write(lambda sql: work(self, sql, *args, **kwargs))

    return write
