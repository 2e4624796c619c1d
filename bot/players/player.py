"""The interface of computer players: a function from a view to a choice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, Protocol, TypeAlias, TypeVar

from bot.rules.game import AnyAction, AnyView

if TYPE_CHECKING:
    import random

Stop: TypeAlias = Callable[[], bool]
"""Whether time is up. A search calls it often and returns its best result so far once it is True."""


def never() -> bool:
    """A `Stop` that never stops the search."""
    return False


@dataclass(frozen=True, slots=True)
class Thought:
    """Why a player made its choice: a kind, and the facts for a sentence in the reader's language.

    `facts` may be shown to everybody once the action is done: they reveal no more about the hand than the action
    itself. `private_facts` are only for the seat's owner (as a hint) until the game is over. Both hold strings,
    numbers, cards and tuples of those. Each game defines its kinds in its `players.py`.
    """

    kind: str
    facts: Mapping[str, Any] = field(default_factory=dict)
    private_facts: Mapping[str, Any] = field(default_factory=dict)
    before: Thought | None = None
    """Said first, to the seat's owner only."""


@dataclass(frozen=True, slots=True)
class Rated:
    """An action that a player compared with others, and how it judged it.

    The higher the value, the better; its unit is the player's own (its module says which). `reasons` are the figures
    that the value was made of. They are only for the seat's owner until the game is over.
    """

    action: AnyAction
    value: float
    reasons: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal action for the view's seat, with an optional thought to show.

    `ranked` are the actions that the player compared, best first; the first one is the action chosen. It is empty
    where nothing was compared: with only one action, a fixed rule, or chance. `instead`: the simple strategy chose,
    because the player asked for gave no answer.
    """

    action: AnyAction
    thought: Thought | None = None
    ranked: tuple[Rated, ...] = ()
    instead: bool = False

    @property
    def second(self) -> Rated | None:
        """The second best action; None if nothing else was compared."""
        return second(self.ranked) if self.ranked else None


_TWIN = 1e-6


def second(ranked: Sequence[Rated]) -> Rated | None:
    """The second best of ranked actions, preferably not a twin of the best one; None if there is none.

    A twin is an action of the same kind that is worth exactly as much, such as the same card in the mirrored place.
    """
    best, *others = ranked
    kind = type(best.action)
    found = (other for other in others if type(other.action) is not kind or best.value - other.value > _TWIN)
    return next(found, others[0] if others else None)


ViewT_co = TypeVar("ViewT_co", bound="AnyView", covariant=True)
ViewT_contra = TypeVar("ViewT_contra", bound="AnyView", contravariant=True)


class Player(Protocol[ViewT_contra]):
    """A computer player of one game. It is stateless: everything it knows is in the view."""

    def choose(self, view: ViewT_contra, rng: random.Random, stop: Stop = never) -> Choice:
        """Choose a legal action for the seat of `view`, which must be the seat to act.

        The same view and `rng` state give the same choice as long as `stop` returns False.
        """
        ...


Levels: TypeAlias = Mapping[str, Callable[[], Player[ViewT_contra]]]
"""The players of one game by level, weakest first."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """One decision: how many actions came before it, what it cost, and if it did, the better actions and why.

    It covers `actions` actions of the player in a row: more than one where a whole turn is judged.
    """

    step: int
    loss: float
    better: tuple[str, ...] = ()
    why: Thought | None = None
    actions: int = 1


class Step(NamedTuple, Generic[ViewT_co]):
    """An action of the player under review: its number, what the player saw before and after it, and the action."""

    number: int
    view: ViewT_co
    action: AnyAction
    after: ViewT_co


class JudgedTurn(NamedTuple):
    """What a game finds in one turn: its decisions, and the luck of its draws if it can be measured."""

    verdicts: list[Verdict]
    luck: float | None = None


class Measure(NamedTuple):
    """How reviews of a game measure.

    `judged` says for people what is judged and how. `scale` is the loss in one decision, in points, after which its
    accuracy is 37 of 100. `luck` is the unit of the draws' value.
    """

    judged: str
    scale: float = 3.0
    luck: Literal["points", "cards", "melds"] = "points"


class DealFormat(NamedTuple):
    """How a game is dealt as the deal of the day: five to fifteen minutes against these levels, one per other seat."""

    levels: tuple[str, ...]
    options: Mapping[str, Any] = {}


class GamePlayers(Protocol[ViewT_contra]):
    """What each game provides for its computer players."""

    @property
    def levels(self) -> Levels[ViewT_contra]:
        """The factory of each level, weakest first: at least `random` and `classic`, the fallback."""
        ...

    @property
    def thoughts(self) -> Mapping[str, tuple[str, str]]:
        """The texts of its thoughts by kind: (for everybody, for the seat's owner)."""
        ...

    @property
    def deals(self) -> tuple[DealFormat, ...]:
        """How this game is dealt as the deal of the day; empty if it never is."""
        ...

    @property
    def measure(self) -> Measure:
        """How its reviews measure."""
        ...

    def review(self, turn: Sequence[Step[ViewT_contra]]) -> JudgedTurn:
        """What the decisions of one turn of a finished game cost, each judged from the view before it."""
        ...


def for_everybody(texts: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    """The texts of thoughts by kind, for a game whose seats know the same: everybody and the owner read one text."""
    return {kind: (text, text) for kind, text in texts.items()}


AnyGamePlayers: TypeAlias = GamePlayers[Any]
"""The computer players of any game in the catalogue."""
