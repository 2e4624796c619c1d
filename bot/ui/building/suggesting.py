"""A suggested turn: its steps in words and buttons that play them. It never ends the turn automatically."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _, ngettext
from bot.render.catalogue import text_of
from bot.ui.kit.controls import Style

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.ui.building.desk import AnyDesk, Draft
    from bot.ui.kit.controls import Button
    from bot.ui.kit.layout import Part

STEPS = "suggested"
NOTE = "note"
"""Why there is no suggestion, in English: it is looked up when it is shown."""


def suggested(draft: Draft) -> list[str]:
    """The text forms of the suggested actions that are still to be played."""
    return list(draft.get(STEPS, ()))


def suggestion(desk: AnyDesk) -> list[Part]:
    """The suggested actions with their buttons, or why there is no suggestion."""
    steps = suggested(desk.draft)
    if not steps:
        note = desk.draft.get(NOTE)
        return [f"💡 {_(note)}"] if note else []
    return [_in_words(desk, steps), _buttons(desk, steps)]


def without_note(draft: Draft) -> Draft:
    """The draft without the note saying why there is no suggestion."""
    return {name: value for name, value in draft.items() if name != NOTE}


def suggest_button(desk: AnyDesk, label: str) -> Button:
    """The button that requests a suggestion."""
    return desk.other(label, "suggest")


def _in_words(desk: AnyDesk, steps: Sequence[str]) -> str:
    text, game = text_of(desk.position.record.game), desk.position.game
    lines = [f"{number}. {text.label(game.parse_action(form), desk.view)}" for number, form in enumerate(steps, 1)]
    return "\n".join([_("💡 **Suggestion**"), *lines])


def _buttons(desk: AnyDesk, steps: Sequence[str]) -> list[Button]:
    count = len(steps)
    all_of_them = ngettext("Play this step", "Play these {count} steps", count).format(count=count)
    buttons = [desk.other(all_of_them, "play-suggested", "all", Style.success)]
    if count > 1:
        buttons.append(desk.other(_("Only the first"), "play-suggested", "first"))
    return [*buttons, desk.step(_("No thanks"), "decline")]


def decline(desk: AnyDesk, argument: str, values: Sequence[str]) -> Draft:
    """Step: dismiss the suggestion."""
    return {name: value for name, value in desk.draft.items() if name not in (STEPS, NOTE)}


def carried_suggestion(desk: AnyDesk, form: str) -> Draft:
    """The rest of the suggestion after an action: its remaining actions if it was the first, else none."""
    steps = suggested(desk.draft)
    return {STEPS: steps[1:]} if steps[1:] and steps[0] == form else {}
