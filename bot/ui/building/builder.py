"""What each game brings for building a turn; all of it pure, so that a turn can be built without Discord."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from bot.language import _
from bot.tables.model.errors import TableError
from bot.ui.building.desk import Desk, Draft
from bot.ui.kit.layout import Part

Step: TypeAlias = Callable[[Desk, str, Sequence[str]], Draft]
"""From a desk, the step's argument and the values picked in a select to the next draft. Raises TableError."""

Stop: TypeAlias = Callable[[], bool]
"""Says True once a search should give back the best that it has."""


def nothing_stays(desk: Desk, form: str) -> Draft:
    """An action begins an empty draft."""
    return {}


@dataclass(frozen=True, slots=True)
class Builder:
    """How turns of one game are built.

    Args:
        parts: the texts and controls under the hand of the seat to act.
        steps: what changes the draft, by name.
        suggest: fills the draft with what a strong player would do; None where there is nothing to build.
        carried: from the position after an action (with the draft before it) and the action's text form: the draft
            that the next decision begins with.
        undoes: whether `/undo` and `/reset` are the draft's; else they are the game's own, or it has none.
    """

    parts: Callable[[Desk], list[Part]]
    steps: Mapping[str, Step] = field(default_factory=dict)
    suggest: Callable[[Desk, Stop], Draft] | None = None
    carried: Callable[[Desk, str], Draft] = nothing_stays
    undoes: bool = False

    def after(self, desk: Desk, words: str, values: Sequence[str]) -> Draft:
        """The draft after a step, given as its name and argument.

        Raises:
            TableError: the step is not possible; the sentence says why.
        """
        name, _space, argument = words.partition(" ")
        step = self.steps.get(name)
        if step is None:
            raise TableError(_("This control belongs to another version of the bot; press Refresh."))
        return step(desk, argument, values)
