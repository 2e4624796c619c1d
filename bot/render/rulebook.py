"""A game's rules as people read them: short chapters, and what can be done in the present position."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic

from bot.render.brief import ViewT_contra


@dataclass(frozen=True, slots=True)
class Chapter:
    """One page of the rules. `title` and `text` are in English, to be looked up with `_` where they are shown.

    `key` is the same in every language and game: `aim`, `turn`, `melds`, `out`, `scoring`, `playing` …
    """

    key: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Rulebook(Generic[ViewT_contra]):
    """The chapters, the overview first.

    `now(view)` tells the viewer what can be done in this position and how, a sentence or two each; the viewer is
    the seat to act.
    """

    chapters: Sequence[Chapter]
    now: Callable[[ViewT_contra], Sequence[str]]

    def chapter(self, key: str) -> Chapter:
        """The chapter with that key; the overview where there is none."""
        return next((chapter for chapter in self.chapters if chapter.key == key), self.chapters[0])
