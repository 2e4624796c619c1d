"""A puzzle, a try at it, and the Protocol of each kind of puzzle."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Protocol

from bot.rules import codec
from bot.rules.catalogue import GAMES
from bot.rules.errors import IllegalActionError
from bot.rules.game import AnyState

if TYPE_CHECKING:
    from bot.rules.game import AnyAction, AnyGame, AnyView

EQUAL = 1e-9
"""Scores closer than this are equal."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position and its proved best play.

    `position` is the game's state as `bot.rules.codec` text; the seat to act is the solver's. `best` is the score of
    the best play, greater is better; `solution` is one such play in text form. `values` is the score of every action by
    text form if a single action is the whole play, otherwise empty. `difficulty` compares puzzles of one kind only:
    greater is harder. `secret` keeps the fingerprint from being guessed before the puzzle is shown.
    """

    kind: str
    game: str
    position: str
    best: float
    solution: tuple[str, ...]
    difficulty: float
    values: Mapping[str, float] = field(default_factory=dict)
    secret: str = ""

    @property
    def rules(self) -> AnyGame:
        return GAMES[self.game]

    @property
    def state(self) -> AnyState:
        """The position, decoded. Raises codec.UnknownVersionError if it was made under other rules."""
        return codec.loads(self.position)

    @property
    def document(self) -> dict[str, Any]:
        """The puzzle as JSON values."""
        return {
            "kind": self.kind,
            "game": self.game,
            "position": json.loads(self.position),
            "best": self.best,
            "solution": list(self.solution),
            "difficulty": self.difficulty,
            "values": dict(self.values),
            "secret": self.secret,
        }

    @property
    def text(self) -> str:
        """The puzzle as one line of JSON, from which the fingerprint is computed."""
        return json.dumps(self.document, sort_keys=True, separators=(",", ":"), ensure_ascii=False)

    @property
    def fingerprint(self) -> str:
        """The SHA-256 of the puzzle's text, published before the puzzle."""
        return hashlib.sha256(self.text.encode()).hexdigest()

    @property
    def likeness(self) -> str:
        """A key that puzzles with the same position share, whatever their secrets."""
        return hashlib.sha256(self.position.encode()).hexdigest()


def read(text: str) -> Puzzle:
    """Parse a puzzle's text. Raises ValueError if it is damaged."""
    try:
        document = json.loads(text)
        position = json.dumps(document.pop("position"), separators=(",", ":"), ensure_ascii=False)
        solution = tuple(document.pop("solution"))
        return Puzzle(position=position, solution=solution, **document)
    except (TypeError, KeyError, AttributeError, ValueError) as error:
        raise ValueError(f"This puzzle is damaged: {error!r}.") from error


class Kind(Protocol):
    """What each kind of puzzle provides."""

    @property
    def key(self) -> str: ...
    @property
    def game(self) -> str: ...
    @property
    def levels(self) -> tuple[str, ...]:
        """The levels, by seat, of the computer players whose games the positions come from."""
        ...

    @property
    def missed_by(self) -> str:
        """The level that must fail a puzzle for it to be hard enough."""
        ...

    def find(self, state: AnyState) -> Puzzle | None:
        """The puzzle in a game's position, or None unless there is one with a proved best play."""
        ...

    def allows(self, action: AnyAction) -> bool:
        """Whether the puzzle accepts this kind of action."""
        ...

    def ends(self, action: AnyAction) -> bool:
        """Whether this action completes a try, as the end of the game does."""
        ...

    def score(self, attempt: Attempt) -> float:
        """The score of a complete try, comparable to `Puzzle.best`."""
        ...

    def task(self, puzzle: Puzzle) -> str:
        """What to do, in one or two sentences of the current language."""
        ...

    def verdict(self, puzzle: Puzzle, score: float) -> str:
        """What a complete try achieved, in one sentence of the current language."""
        ...


@dataclass(frozen=True, slots=True)
class Attempt:
    """A try at a puzzle: the actions so far in text form and the position they led to; `seat` is the solver's."""

    puzzle: Puzzle
    kind: Kind
    seat: int
    state: AnyState
    actions: tuple[str, ...] = ()
    is_complete: bool = False

    @property
    def view(self) -> AnyView:
        """What the solver sees."""
        seen: AnyView = self.puzzle.rules.view(self.state, self.seat)
        return seen

    def play(self, text: str) -> Attempt:
        """The try after one more action. Raises ActionError with a sentence for the solver."""
        game = self.puzzle.rules
        action = game.parse_action(text)
        if self.is_complete or not self.kind.allows(action):
            raise IllegalActionError(self.task)
        after = game.apply(self.state, self.seat, action)
        ended = self.kind.ends(action) or game.seat_to_act(after) is None
        return replace(self, state=after, actions=(*self.actions, game.format_action(action)), is_complete=ended)

    @property
    def task(self) -> str:
        """What to do, in the current language."""
        return self.kind.task(self.puzzle)

    @property
    def verdict(self) -> str:
        """What the complete try achieved, in the current language."""
        return self.kind.verdict(self.puzzle, self.score)

    @property
    def score(self) -> float:
        """The score of the complete try."""
        return self.kind.score(self)

    @property
    def shed(self) -> int:
        """How many cards fewer the solver holds than in the puzzle's position."""
        return len(self.puzzle.state.hands[self.seat]) - len(self.state.hands[self.seat])

    @property
    def is_solved(self) -> bool:
        """Whether no play is better."""
        return self.is_complete and self.score >= self.puzzle.best - EQUAL
