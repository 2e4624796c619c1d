"""The result of one check."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Grade(StrEnum):
    """Severity of a finding."""

    GOOD = "ok"
    DOUBTFUL = "look"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Finding:
    """What was checked, the severity, and one sentence that says what to do if there is a problem."""

    grade: Grade
    subject: str
    sentence: str


def good(subject: str, sentence: str) -> Finding:
    return Finding(Grade.GOOD, subject, sentence)


def doubtful(subject: str, sentence: str) -> Finding:
    return Finding(Grade.DOUBTFUL, subject, sentence)


def bad(subject: str, sentence: str) -> Finding:
    return Finding(Grade.BAD, subject, sentence)


def counted(number: int, what: str) -> str:
    """A number of things, whose plural has an s."""
    return f"1 {what}" if number == 1 else f"{number:,} {what}s"


UNREADABLE = (KeyError, TypeError, ValueError, AttributeError)
"""Errors of reading an answer in which a field is missing, or of another type than documented."""


def unread(subject: str, error: Exception) -> Finding:
    """The finding about such an answer."""
    why = f"{error} is missing" if isinstance(error, KeyError) else str(error)
    return doubtful(
        subject,
        f"Discord answered otherwise than documented ({why}), so this was not checked: update the bot, or look "
        "whether a proxy changes its answers.",
    )
