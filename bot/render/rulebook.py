"""A game's rules for readers: short chapters, and help for the current position."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic

from bot.language import _
from bot.render.brief import ViewT_contra


@dataclass(frozen=True, slots=True)
class Chapter:
    """One page of the rules. `title` and `text` are English catalogue texts: translate them with `_`.

    `key` is the same in every language and game: `aim`, `turn`, `melds`, `out`, `scoring`, `playing` …
    """

    key: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Rulebook(Generic[ViewT_contra]):
    """The chapters, overview first; its first paragraph says what the game is.

    `now(view)` explains the actions open to the viewer, who must be the seat to act: one or two sentences each.
    """

    chapters: Sequence[Chapter]
    now: Callable[[ViewT_contra], Sequence[str]]

    @property
    def gist(self) -> str:
        """What the game is, in two or three sentences for lists of games."""
        return _(self.chapters[0].text).partition("\n")[0]
