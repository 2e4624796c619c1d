"""A turn apart from any table, built with the controls of a real one: an exercise, or the puzzle of the day.

The desk's controls carry its `verbs` before their own; those that would give something away are left out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ui.building.catalogue import builder_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from bot.ui.building.desk import AnyDesk
    from bot.ui.kit.layout import Part

KNOWN = ("act", "step", "series")
"""The controls of a turn that there are; hints would give it away."""


def controls(desk: AnyDesk) -> list[Part]:
    """The texts and controls of the turn."""
    found: list[Part] = []
    for part in builder_of(desk.position.record.game).parts(desk):
        if isinstance(part, list | tuple):
            known = [control for control in part if _is_known(desk, control.custom_id)]
            found += [known] if known else []
        elif getattr(part, "custom_id", None) is None or _is_known(desk, getattr(part, "custom_id", None)):
            found.append(part)
    return found


def _is_known(desk: AnyDesk, custom_id: str | None) -> bool:
    return any(f":{desk.verbs}{verb}:" in (custom_id or "") for verb in KNOWN)


def pressed(desk: AnyDesk, verb: str, argument: str, values: Sequence[str]) -> Sequence[str] | Mapping[str, Any]:
    """What one of these controls does: it plays actions, given in text form, or it makes the next draft.

    Raises:
        TableError, ActionError: it cannot be done.
    """
    game, builder = desk.position.game, builder_of(desk.position.record.game)
    kind = verb.removeprefix(desk.verbs)
    if kind == "step":
        return builder.after(desk, argument, values)
    words = values[0] if values else argument
    if kind == "series":
        return [desk.form(action) for action in builder.series(desk, words)]
    return [game.format_action(game.parse_action(words))]
