"""A turn outside any table, built with the controls of a real one: an exercise, or the puzzle of the day.

The desk's `verbs` precede the controls' own; controls that would give the answer away are left out.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.render.catalogue import text_of
from bot.render.words import capital
from bot.ui.building.catalogue import builder_of
from bot.ui.kit.controls import CONTROL

if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Sequence

    from bot.rules.game import AnyAction
    from bot.ui.building.desk import AnyDesk, Draft
    from bot.ui.kit.controls import Button
    from bot.ui.kit.layout import Part

KNOWN = ("act", "step", "series")
"""Verbs of the buttons that are kept; hints would give the answer away. Selects have no others."""


def _anything(_action: AnyAction) -> bool:
    return True


def controls(desk: AnyDesk, allows: Callable[[AnyAction], bool] = _anything) -> list[Part]:
    """The turn's texts and controls, without buttons for actions that are not allowed in it."""
    found: list[Part] = []
    for part in builder_of(desk.position.record.game).parts(desk):
        if isinstance(part, list | tuple):
            buttons = [each for each in part if (kept := _kept(desk, each)) and _is_allowed(desk, kept, allows)]
            found += [buttons] if buttons else []
        else:
            found.append(part)
    return found


def still_to_do(desk: AnyDesk, allows: Callable[[AnyAction], bool]) -> str:
    """What a turn that has begun still asks for, as under a hand; empty if that could name an action that is not
    allowed.
    """
    if not all(map(allows, desk.view.legal_actions)):
        return ""
    return f"{capital(text_of(desk.position.record.game).to_do(desk.view))}."


def _kept(desk: AnyDesk, button: Button) -> re.Match[str] | None:
    """The button's id, if its verb is one of those that are kept."""
    found = CONTROL.fullmatch(button.custom_id or "")
    return found if found is not None and found["verb"].removeprefix(desk.verbs) in KNOWN else None


def _is_allowed(desk: AnyDesk, button: re.Match[str], allows: Callable[[AnyAction], bool]) -> bool:
    """Whether the action that the button with this id plays, if any, is allowed."""
    plays = button["verb"].removeprefix(desk.verbs) == "act"
    return not plays or allows(desk.position.game.parse_action(button["argument"]))


def pressed(desk: AnyDesk, verb: str, argument: str, values: Sequence[str]) -> tuple[Sequence[str], Draft]:
    """The effect of one of these controls: actions to play, in text form (none: a step), and the draft after them.

    Raises:
        TableError, ActionError: the action or step is not possible.
    """
    builder = builder_of(desk.position.record.game)
    kind = verb.removeprefix(desk.verbs)
    if kind == "step":
        return (), builder.after(desk, argument, values)
    words = values[0] if values else argument
    actions = builder.series(desk, words) if kind == "series" else [desk.position.game.parse_action(words)]
    return [desk.form(action) for action in actions], _carried(desk, actions)


def _carried(desk: AnyDesk, actions: Sequence[AnyAction]) -> Draft:
    """The draft with which the turn goes on after these actions, as at a table; empty once it is over."""
    position, seat = desk.position, desk.position.seat_to_act
    if seat is None:
        return {}
    state = position.state
    for action in actions:
        state = position.game.apply(state, seat, action)
    if position.game.seat_to_act(state) != seat:
        return {}
    after = replace(desk, position=replace(position, state=state), view=position.game.view(state, seat))
    return builder_of(position.record.game).carried(after, desk.form(actions[-1]))
