"""One thing that a check-up found."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Grade(StrEnum):
    """How good it is."""

    GOOD = "ok"
    DOUBTFUL = "look"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Finding:
    """What was looked at, how good it is, and one sentence that says what to do where it is not good."""

    grade: Grade
    subject: str
    sentence: str


def good(subject: str, sentence: str) -> Finding:
    return Finding(Grade.GOOD, subject, sentence)


def doubtful(subject: str, sentence: str) -> Finding:
    return Finding(Grade.DOUBTFUL, subject, sentence)


def bad(subject: str, sentence: str) -> Finding:
    return Finding(Grade.BAD, subject, sentence)
