"""The interface of every game's turn builder. Builders are pure, so a turn can be built without Discord."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, TypeAlias

from bot.language import N_, _
from bot.tables.model.errors import TableError
from bot.ui.building.desk import ActionT, Desk, Draft, ViewT_co

if TYPE_CHECKING:
    from bot.ui.kit.layout import Part

Step: TypeAlias = Callable[[Desk[ViewT_co, ActionT], str, Sequence[str]], Draft]
"""A function from a desk, the step's argument and the selected values to the next draft. May raise TableError."""

Stop: TypeAlias = Callable[[], bool]
"""Whether a search should stop and return its best result so far."""


OLD_CONTROL = N_("This control belongs to another version of the bot; press Refresh.")


class Suggestion(NamedTuple):
    """The answer to a request for a suggestion."""

    draft: Draft
    """The draft with the suggested turn, or with why there is none."""
    is_help: bool
    """Whether it says more than the hand shows without it."""


class Builder(ABC, Generic[ViewT_co, ActionT]):
    """The turn builder of one game."""

    steps: ClassVar[Mapping[str, Step[Any, Any]]] = {}
    """The steps that change the draft, by name. If `undo` and `reset` are among them, `/undo` and `/reset` take them,
    rather than the game's own actions.
    """

    @abstractmethod
    def parts(self, desk: Desk[ViewT_co, ActionT]) -> list[Part]:
        """The texts and controls shown below the hand of the seat to act."""

    def public_parts(self, desk: Desk[ViewT_co, ActionT]) -> list[Part]:
        """The controls on the board, where everybody sees them; empty if hands are hidden."""
        return []

    def suggest(self, desk: Desk[ViewT_co, ActionT], stop: Stop) -> Suggestion:
        """What a strong player would do with the turn.

        Raises:
            TableError: there is nothing to say about this part of the turn.
        """
        raise TableError(_("There is nothing to build in this game; press the action you want."))

    def series(self, desk: Desk[ViewT_co, ActionT], words: str) -> list[ActionT]:
        """The actions that one control plays in order, from its words.

        Raises:
            TableError: they mean nothing in this position.
        """
        raise TableError(_(OLD_CONTROL))

    def carried(self, desk: Desk[ViewT_co, ActionT], form: str) -> Draft:
        """The initial draft of the next decision.

        `desk` has the position after an action and the draft before it; `form` is the action's text form.
        """
        return {}

    def after(self, desk: Desk[ViewT_co, ActionT], words: str, values: Sequence[str]) -> Draft:
        """Apply a step, given as its name and argument (`words`), and return the new draft.

        Raises:
            TableError: the step is not possible; the message says why.
        """
        name, _space, argument = words.partition(" ")
        step = self.steps.get(name)
        if step is None:
            raise TableError(_(OLD_CONTROL))
        return step(desk, argument, values)


AnyBuilder: TypeAlias = Builder[Any, Any]
"""The builder of any game in the catalogue."""
