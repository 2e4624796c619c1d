"""A game's log: every action in its text form, and entries that undo actions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_UNDO = "!undo "
"""No game's text form begins with this."""
_MAX_DIGITS = 19


@dataclass(frozen=True, slots=True)
class LoggedAction:
    """One action of a game's log: `number` counts from 1; `by` is the person, None for a computer player."""

    number: int
    seat: int
    text: str
    by: int | None
    at: float


def undo_text(number: int) -> str:
    """The text of a log entry that undoes that action and everything after it."""
    return f"{_UNDO}{number}"


def undone_from(text: str) -> int | None:
    """The number of the first action that a log entry undoes; None for a game action.

    >>> undone_from("!undo 12"), undone_from("draw stock")
    (12, None)
    """
    return int(text.removeprefix(_UNDO)) if text.startswith(_UNDO) else None


def is_entry(text: str) -> bool:
    """Whether a log may have the text: it is an action's, or undoes one with a number.

    >>> is_entry("draw stock"), is_entry("!undo 12"), is_entry("!undo")
    (True, True, False)
    """
    number = text.removeprefix(_UNDO)
    return not text.startswith(_UNDO.strip()) or (number.isdecimal() and len(number) < _MAX_DIGITS)


def effective(actions: Iterable[LoggedAction]) -> tuple[LoggedAction, ...]:
    """The actions that led to the position: the whole log in order, without undone actions.

    They keep their numbers, so there may be gaps.
    """
    kept: list[LoggedAction] = []
    for action in actions:
        first = undone_from(action.text)
        if first is None:
            kept.append(action)
        else:
            kept = [earlier for earlier in kept if earlier.number < first]
    return tuple(kept)
