"""A puzzle, a try at it, and what each kind of puzzle has to provide."""

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

    `position` is the state of the game as `bot.rules.codec` writes it; the seat to act in it is the solver's. `best` is
    the score of the best play, greater is better; `solution` is one such play in text form. `values` holds the score of
    every action by text form where one action is the whole play, else it is empty. `difficulty` compares puzzles of one
    kind only: greater is harder. `secret` keeps the fingerprint from being guessed before the puzzle is shown.
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
        """The puzzle as the one line of JSON that its fingerprint is of."""
        return json.dumps(self.document, sort_keys=True, separators=(",", ":"), ensure_ascii=False)

    @property
    def fingerprint(self) -> str:
        """The SHA-256 of the puzzle's text, which is published before the puzzle is."""
        return hashlib.sha256(self.text.encode()).hexdigest()

    @property
    def likeness(self) -> str:
        """Equal for puzzles that show the same position, whatever their secrets."""
        return hashlib.sha256(self.position.encode()).hexdigest()


def read(text: str) -> Puzzle:
    """The puzzle of a text. Raises ValueError if it is damaged."""
    try:
        document = json.loads(text)
        position = json.dumps(document.pop("position"), separators=(",", ":"), ensure_ascii=False)
        solution = tuple(document.pop("solution"))
        return Puzzle(position=position, solution=solution, **document)
    except (TypeError, KeyError, AttributeError, ValueError) as error:
        raise ValueError(f"This puzzle is damaged: {error!r}.") from error


class Kind(Protocol):
    """What each kind of puzzle provides. States are those of its game."""

    @property
    def key(self) -> str: ...
    @property
    def game(self) -> str: ...
    @property
    def levels(self) -> tuple[str, ...]:
        """The computer players whose games the positions are taken from, by seat."""
        ...

    @property
    def missed_by(self) -> str:
        """The computer player that a puzzle must be too hard for."""
        ...

    def find(self, state: AnyState) -> Puzzle | None:
        """The puzzle in a position of a game, if there is one whose best play is proved."""
        ...

    def allows(self, action: AnyAction) -> bool:
        """Whether the action belongs to what the puzzle asks for."""
        ...

    def ends(self, before: AnyState, action: AnyAction, after: AnyState) -> bool:
        """Whether a try is complete with this action."""
        ...

    def score(self, puzzle: Puzzle, actions: tuple[AnyAction, ...], after: AnyState) -> float:
        """How good a complete try is, comparable to `Puzzle.best`."""
        ...

    def task(self, puzzle: Puzzle) -> str:
        """What to do, in one or two sentences of the current language."""
        ...

    def verdict(self, puzzle: Puzzle, score: float) -> str:
        """What a complete try achieved, in one sentence of the current language."""
        ...


@dataclass(frozen=True, slots=True)
class Attempt:
    """A try at a puzzle: the actions so far in text form, and the position that they led to; `seat` is the solver's."""

    puzzle: Puzzle
    kind: Kind
    seat: int
    state: AnyState
    actions: tuple[str, ...] = ()
    is_complete: bool = False

    @classmethod
    def begin(cls, puzzle: Puzzle, kind: Kind) -> Attempt:
        state = puzzle.state
        return cls(puzzle, kind, int(puzzle.rules.seat_to_act(state) or 0), state)

    @classmethod
    def resume(cls, puzzle: Puzzle, kind: Kind, actions: tuple[str, ...]) -> Attempt:
        """A stored try. Raises ActionError if the actions do not fit the puzzle."""
        attempt = cls.begin(puzzle, kind)
        for text in actions:
            attempt = attempt.play(text)
        return attempt

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
            raise IllegalActionError(self.kind.task(self.puzzle))
        after = game.apply(self.state, self.seat, action)
        ended = self.kind.ends(self.state, action, after)
        return replace(self, state=after, actions=(*self.actions, game.format_action(action)), is_complete=ended)

    @property
    def score(self) -> float:
        """How good the complete try is."""
        actions = tuple(map(self.puzzle.rules.parse_action, self.actions))
        return self.kind.score(self.puzzle, actions, self.state)

    @property
    def is_solved(self) -> bool:
        """Whether no play is better."""
        return self.is_complete and self.score >= self.puzzle.best - EQUAL
