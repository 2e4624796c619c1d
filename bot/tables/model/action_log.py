"""A game's log: every action in its text form, and the notes that take actions back."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.tables.model.records import LoggedAction

_UNDO = "!undo "
"""No game's text form begins so."""


def undo_text(number: int) -> str:
    """The text of a log entry that takes back the action of that number and all that followed it."""
    return f"{_UNDO}{number}"


def undone_from(text: str) -> int | None:
    """The number of the first action that a log entry takes back; None for an action of the game.

    >>> undone_from("!undo 12"), undone_from("draw stock")
    (12, None)
    """
    return int(text.removeprefix(_UNDO)) if text.startswith(_UNDO) else None


def effective(actions: Iterable[LoggedAction]) -> tuple[LoggedAction, ...]:
    """The actions that made the position: those of a whole log, in order, without what was taken back.

    They keep their numbers, which then have gaps.
    """
    kept: list[LoggedAction] = []
    for action in actions:
        first = undone_from(action.text)
        if first is None:
            kept.append(action)
        else:
            kept = [earlier for earlier in kept if earlier.number < first]
    return tuple(kept)
