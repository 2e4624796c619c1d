"""Stored progress in lessons, and the Protocol of its store."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypedDict

from bot.tables.model.damage import parse_or


class _Content(TypedDict):
    """Moves and draft as stored."""

    moves: tuple[str, ...]
    draft: Mapping[str, Any]


_NOTHING = _Content(moves=(), draft={})


@dataclass(frozen=True, slots=True)
class Learning:
    """A person's progress in a game's lesson.

    `moves` are the learner's actions so far in text form, and `draft` is the next one as far as it is built.
    `finished_at` is when the lesson was last finished; None if it never was.
    """

    person: int
    game: str
    moves: tuple[str, ...] = ()
    draft: Mapping[str, Any] = field(default_factory=dict)
    finished_at: float | None = None

    @property
    def content(self) -> str:
        """Moves and draft as stored."""
        return json.dumps({"moves": self.moves, "draft": self.draft}, ensure_ascii=False)

    @classmethod
    def of(cls, person: int, game: str, content: str, finished_at: float | None) -> Learning:
        """Decode what was stored; a lesson whose moves cannot be read begins again."""
        document = parse_or(_NOTHING, content, _Content, "lessons.content", f"of a lesson in {game}")
        return cls(person, game, tuple(document["moves"]), document["draft"], finished_at)


class LessonStore(Protocol):
    """Keeps people's progress. Every method is one transaction."""

    async def lessons(self, person: int) -> Mapping[str, Learning]:
        """The lessons that the person has begun or finished, by game."""
        ...

    async def save_lesson(self, learning: Learning) -> None:
        """Save the person's progress."""
        ...

    async def knows_game(self, person: int, game: str) -> bool:
        """Whether the person has finished a game of that kind or begun its lesson."""
        ...
