"""What the store's functions need from SQL on any engine: statements in the common subset of all engines.

Placeholders are `?` or named, as `:name`. Where engines differ, a statement takes a fragment from the `Dialect`.
Booleans are stored, and read back, as 0 and 1.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence


class Row(Protocol):
    """A row: its values by position and by column name."""

    def __getitem__(self, key: Any, /) -> Any: ...

    def __iter__(self) -> Iterator[Any]: ...

    def __len__(self) -> int: ...

    def keys(self) -> Iterable[str]: ...


class Rows(Protocol):
    """A statement's result."""

    @property
    def rowcount(self) -> int:
        """The number of rows changed."""
        ...

    def fetchone(self) -> Any: ...

    def fetchall(self) -> list[Any]: ...

    def __iter__(self) -> Iterator[Any]: ...


class Sql(Protocol):
    """A connection within a transaction, for use in one thread."""

    @property
    def dialect(self) -> Dialect: ...

    def execute(self, statement: str, values: Sequence[Any] | Mapping[str, Any] = ..., /) -> Rows: ...

    def executemany(self, statement: str, values: Iterable[Sequence[Any]], /) -> object: ...

    def lock(self, name: str, /) -> None:
        """Hold the lock with this name against all other transactions, in any process, until this one ends."""
        ...

    def notify(self, notice: str, /) -> None:
        """Send a notice to all processes on this database, once this transaction is committed."""
        ...


@dataclass(frozen=True, slots=True)
class Dialect:
    """Where engines differ."""

    integrity_error: type[Exception]
    """A row breaks a constraint."""
    broken_constraint: Callable[[Exception], str]
    """The name of the unique index that such an error violates; empty for other constraints."""
    merge_settings: str
    """Merges a JSON text into another; a null removes the setting. It has `{}` placeholders for old and new."""
    by_leaderboards: str
    """After the table `ratings`: reads it by the index `leaderboards`."""
    held: str
    """After a SELECT: locks the rows found until the transaction ends."""
    not_held: str
    """After a SELECT: skips rows that another transaction is changing."""
