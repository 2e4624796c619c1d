"""Turn an action into the command that plays it, as somebody who knows the game would type it."""

from __future__ import annotations

OPTIONS: dict[str, tuple[str, ...]] = {
    "play": ("card", "group"),
    "layoff": ("card", "meld", "end"),
    "swap": ("card", "meld", "end"),
    "open": ("position",),
    "place": ("position",),
    "take": ("what",),
    "draw": ("from",),
    "end": (),
    "undo": (),
    "reset": (),
}
REST: dict[str, str] = {"lay": "melds", "discard": "cards"}
"""Verbs with a single option, which takes everything that follows."""


def command_for(form: str) -> tuple[str, dict[str, str]]:
    """Return the command and its options for an action's text form. `/move` plays forms that have no command.

    >>> command_for("layoff XR 2 low")
    ('layoff', {'card': 'XR', 'meld': '2', 'end': 'low'})
    >>> command_for("lay 5H 5D 5C / 7S 8S 9S")
    ('lay', {'melds': '5H 5D 5C / 7S 8S 9S'})
    """
    verb, _space, rest = form.partition(" ")
    if verb in REST:
        return verb, {REST[verb]: rest} if rest else {}
    if verb in OPTIONS:
        return verb, dict(zip(OPTIONS[verb], rest.split(), strict=False))
    return "move", {"action": form}
