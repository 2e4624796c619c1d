"""The one-line text forms of 6 Holes: `open TL`, `draw`, then `place TL` or `discard`, and `take TL`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import N_, _
from bot.rules.errors import InvalidActionError
from bot.rules.six_holes.actions import (
    DISCARD,
    DRAW,
    OPENS,
    PLACES,
    TAKES,
    Discard,
    Draw,
    Open,
    Place,
    Position,
    Take,
)

if TYPE_CHECKING:
    from bot.rules.six_holes.actions import Action

FORMS = N_(
    "Write “open TL”, “draw”, “place TL”, “discard” or “take TL”; the positions are TL TM TR BL BM BR."
)
_VERBS = {Open: "open", Place: "place", Take: "take"}


def format_action(action: Action) -> str:
    """The text form of an action.

    Raises:
        InvalidActionError: it is no action of this game.
    """
    if isinstance(action, Open | Place | Take):
        return f"{_VERBS[type(action)]} {Position(action.position).name}"
    if isinstance(action, Draw):
        return "draw"
    if isinstance(action, Discard):
        return "discard"
    raise InvalidActionError(_("That is no action of 6 Holes. {forms}").format(forms=_(FORMS)))


def parse_action(text: str) -> Action:
    """Read a text form; case and extra spaces do not matter.

    Raises:
        InvalidActionError: the text is none of the five forms.

    >>> format_action(parse_action(" Take  bm "))
    'take BM'
    """
    words = text.upper().split()
    if words == ["DRAW"]:
        return DRAW
    if words == ["DISCARD"]:
        return DISCARD
    if words[:1] in (["DRAW"], ["DISCARD"]):
        verb = words[0].lower()
        raise InvalidActionError(_("“{verb}” stands alone: write just “{verb}”.").format(verb=verb))
    if words[:1] == ["OPEN"]:
        return _parse_open(_position(words))
    if words[:1] == ["PLACE"]:
        return PLACES[_position(words)]
    if words[:1] == ["TAKE"]:
        return TAKES[_position(words)]
    raise InvalidActionError(
        _("“{text}” is no action of 6 Holes. {forms}").format(text=text.strip()[:40], forms=_(FORMS))
    )


def _parse_open(position: Position) -> Open:
    return OPENS.get(position) or Open(position)


def _position(words: list[str]) -> Position:
    name = "".join(words[1:])
    if name not in Position.__members__:
        raise InvalidActionError(
            _(
                "Name one position: write “{verb}” and TL, TM, TR, BL, BM or BR (top or bottom; left, middle, "
                "right)."
            ).format(verb=words[0].lower())
        )
    return Position[name]
