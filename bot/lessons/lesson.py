"""What a lesson is: a fixed deal, and steps that each ask for one decision. A game brings its lesson as data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.rules.game import AnyState


@dataclass(frozen=True, slots=True)
class Mistake:
    """A wrong action with an explanation of its own; `action` is a pattern for its text form, such as `play 8* new`."""

    action: str
    why: str


@dataclass(frozen=True, slots=True)
class Step:
    """One decision. Texts are English and in the catalogue: translate them with `_` when displaying them.

    `text` teaches the rule, `task` says what to do now, `hint` what to press. `right` has one entry for each action of
    the decision: the text forms that are accepted there. Any other legal action gets the explanation of the first of
    the `mistakes` that it matches, or else `wrong`. `done` is shown when the step is finished; `then` are the actions
    that other seats play next, each by the seat whose turn it is.
    """

    title: str
    text: str
    task: str
    hint: str
    right: tuple[tuple[str, ...], ...]
    wrong: str
    done: str
    mistakes: tuple[Mistake, ...] = ()
    then: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Lesson:
    """A game's lesson; the learner has seat 0.

    `number` identifies the lesson in the ids of controls: it is unique, has at most three digits, and never changes.
    `deal` makes the first position. `end` is shown after the last step. `take_back` and `start_again` are the game's
    own actions, if it has any, that undo the last action and all actions of a turn.
    """

    number: int
    deal: Callable[[], AnyState]
    steps: tuple[Step, ...]
    end: str
    take_back: str | None = None
    start_again: str | None = None
