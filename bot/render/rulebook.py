"""A game's rules for readers: short chapters, and help for the current position."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic

from bot.language import _
from bot.render.brief import ViewT_contra


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of the rules. `title` and `text` are English catalogue texts: translate them with `_`."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Rulebook(Generic[ViewT_contra]):
    """The chapters: the aim first, whose first paragraph says what the game is, and how to play here last.

    `now(view)` explains the actions open to the viewer, who must be the seat to act: one or two sentences each.
    """

    chapters: Sequence[Chapter]
    now: Callable[[ViewT_contra], Sequence[str]]

    @property
    def gist(self) -> str:
        """What the game is, in two or three sentences for lists of games."""
        return _(self.chapters[0].text).partition("\n")[0]
