"""What a computer player is: a level and a function from a view to a choice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar

from bot.rules.game import AnyAction, AnyView

if TYPE_CHECKING:
    import random

Stop: TypeAlias = Callable[[], bool]
"""Says whether the time is up: a search asks it often, and answers with its best so far once it is true."""


def never() -> bool:
    """The `Stop` of a player that may think as long as its search takes."""
    return False


@dataclass(frozen=True, slots=True)
class Thought:
    """Why a player chose: a kind, and the facts from which a sentence is written in the reader's language.

    `facts` may be told to everybody as soon as the action is done: nothing in them says more about the hand
    than the action itself. `private_facts` are for the eyes of the seat's owner only (a hint), until the game is over.
    Both hold strings, numbers, cards and tuples of those. A game's kinds are in its `thoughts.py`.
    """

    kind: str
    facts: Mapping[str, Any] = field(default_factory=dict)
    private_facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal action for the view's seat; the thought is for the watchers and never needed for play."""

    action: AnyAction
    thought: Thought | None = None


ViewT_contra = TypeVar("ViewT_contra", bound="AnyView", contravariant=True)


class Player(Protocol[ViewT_contra]):
    """A computer player of one game. It keeps no memory between choices: what it knows is in the view."""

    @property
    def level(self) -> str: ...

    def choose(self, view: ViewT_contra, rng: random.Random, stop: Stop = never) -> Choice:
        """A legal action for the seat of `view` whose turn it is.

        The same view and the same state of `rng` give the same choice, as long as `stop` stays false.
        """
        ...


Levels: TypeAlias = Mapping[str, Callable[[], Player[ViewT_contra]]]
"""The players of one game by level, weakest first."""


class GamePlayers(Protocol[ViewT_contra]):
    """What each game brings for its computer players."""

    @property
    def levels(self) -> Levels[ViewT_contra]:
        """How each level is made, weakest first; `classic` is among them, for when another fails."""
        ...

    @property
    def thoughts(self) -> Mapping[str, tuple[str, str]]:
        """By kind the sentences of its thoughts: for everybody, and for the owner of the seat."""
        ...


AnyGamePlayers: TypeAlias = GamePlayers[Any]
"""The computer players of some game of the catalogue."""
