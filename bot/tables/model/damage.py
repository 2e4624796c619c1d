"""Stored values that cannot be read: reported to the host once, then replaced by a default or refused."""

from __future__ import annotations

import json
import logging
from functools import cache, partial
from typing import TYPE_CHECKING, Any, TypeVar

from bot.language import _
from bot.tables.model.errors import TableError
from bot.tables.model.shapes import fits

if TYPE_CHECKING:
    from collections.abc import Callable

log = logging.getLogger(__name__)

T = TypeVar("T", float, float | None)
D = TypeVar("D")
_MAX_TIME = 2.0**37
"""What is later (the year 6325) cannot be shown as a date."""
DAMAGES = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError)
"""What reading a damaged value may raise."""


@cache
def report_damage(column: str, whose: str) -> None:
    """Report it once, because it may be read all the time: the table and column, such as `lines.moves`, and the row.
    Logs name no person.
    """
    log.warning("In the database, %s %s cannot be read: restore the row from a backup, or delete it.", column, whose)


def parse(text: str, kind: Any) -> Any:
    """Parse JSON of that type. Raises one of DAMAGES."""
    return checked(json.loads(text, parse_constant=_refuse), kind)


def _refuse(constant: str) -> None:
    """Refuse NaN and infinity, which databases do not take for JSON."""
    raise ValueError(constant)


def checked(value: Any, kind: Any) -> Any:
    """The value. Raises TypeError if it is not of that type."""
    if not fits(kind, value):
        raise TypeError("The stored value is of another type.")
    return value


def is_time(at: float | None) -> bool:
    """Whether it is a time in seconds since the epoch that can be shown as a date, or none."""
    return at is None or 0 <= at < _MAX_TIME


def time_or(default: T, at: T, column: str, whose: str) -> T:
    """A stored time in seconds since the epoch, or none; the default if it is no time, which is reported."""
    if is_time(at):
        return at
    report_damage(column, whose)
    return default


def read_or(default: D, read: Callable[[str], D], text: str, column: str, whose: str) -> D:
    """What `read` makes of a stored text; the default if that raises one of DAMAGES, which is reported."""
    try:
        return read(text)
    except DAMAGES:
        report_damage(column, whose)
        return default


def parse_or(default: Any, text: str, kind: Any, column: str, whose: str) -> Any:
    """Parse stored JSON of that type; the default if it is damaged, which is reported."""
    return read_or(default, partial(parse, kind=kind), text, column, whose)


def parse_stored(text: str, kind: Any, column: str, whose: str) -> Any:
    """Parse stored JSON of that type. Raises TableError if it is damaged, which is reported."""
    try:
        return parse(text, kind)
    except DAMAGES as error:
        report_damage(column, whose)
        raise damaged() from error


def damaged() -> TableError:
    """The refusal of something that cannot be read."""
    return TableError(_("What is stored of this is damaged, so it cannot be shown or continued; tell the bot's host."))
