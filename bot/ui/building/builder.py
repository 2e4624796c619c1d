"""What each game brings for building a turn; all of it pure, so that a turn can be built without Discord."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeAlias

from bot.language import _
from bot.tables.model.errors import TableError
from bot.ui.building.desk import ActionT, Desk, Draft, ViewT_co

if TYPE_CHECKING:
    from bot.ui.kit.layout import Part

Step: TypeAlias = Callable[[Desk[ViewT_co, ActionT], str, Sequence[str]], Draft]
"""From a desk, the step's argument and the values picked in a select to the next draft. Raises TableError."""

Stop: TypeAlias = Callable[[], bool]
"""Says True once a search should give back the best that it has."""


class Builder(ABC, Generic[ViewT_co, ActionT]):
    """How turns of one game are built."""

    steps: ClassVar[Mapping[str, Step[Any, Any]]] = {}
    """What changes the draft, by name."""
    suggests = False
    """Whether `suggest` can be asked; not where there is nothing to build."""
    undoes = False
    """Whether `/undo` and `/reset` are the draft's; else they are the game's own, or it has none."""

    @abstractmethod
    def parts(self, desk: Desk[ViewT_co, ActionT]) -> list[Part]:
        """The texts and controls under the hand of the seat to act."""

    def suggest(self, desk: Desk[ViewT_co, ActionT], stop: Stop) -> Draft:
        """The draft with what a strong player would do."""
        raise NotImplementedError

    def carried(self, desk: Desk[ViewT_co, ActionT], form: str) -> Draft:
        """The draft that the next decision begins with.

        `desk` is the position after an action, with the draft before it; `form` is the action's text form.
        """
        return {}

    def after(self, desk: Desk[ViewT_co, ActionT], words: str, values: Sequence[str]) -> Draft:
        """The draft after a step, given as its name and argument.

        Raises:
            TableError: the step is not possible; the sentence says why.
        """
        name, _space, argument = words.partition(" ")
        step = self.steps.get(name)
        if step is None:
            raise TableError(_("This control belongs to another version of the bot; press Refresh."))
        return step(desk, argument, values)


AnyBuilder: TypeAlias = Builder[Any, Any]
"""The builder of some game of the catalogue."""
