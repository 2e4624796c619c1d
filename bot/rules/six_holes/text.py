"""The one-line text forms of 6 Holes: `open TL`, `draw`, then `place TL` or `discard`, and `take TL`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import N_, _
from bot.rules.errors import InvalidActionError
from bot.rules.piles import names_no_other_pile
from bot.rules.six_holes.actions import (
    DISCARD,
    DRAW,
    PLACES,
    TAKES,
    Discard,
    Draw,
    Open,
    Place,
    Position,
    Take,
)
from bot.rules.spoken import folded, without_fillers

if TYPE_CHECKING:
    from bot.rules.six_holes.actions import SixHolesAction

_ALONE = {
    "DRAW": N_("You draw one card, and only from the deck."),
    "DISCARD": N_("You can only discard the card you drew, so you do not need to name one."),
}
_FILLERS = N_("the my card it at to")
"""Words that may be typed around a position, or after discard."""
_VERBS = {Open: "open", Place: "place", Take: "take"}


def format_action(action: SixHolesAction) -> str:
    """The text form of an action.

    Raises:
        InvalidActionError: the value is not an action of this game.
    """
    if isinstance(action, Open | Place | Take):
        return f"{_VERBS[type(action)]} {Position(action.position).name}"
    if isinstance(action, Draw):
        return "draw"
    if isinstance(action, Discard):
        return "discard"
    raise InvalidActionError(_("You cannot do that in 6 Holes: turn up a side card, draw a card, or take the discard."))


def parse_action(text: str) -> SixHolesAction:
    """Parse an action; case and extra spaces are ignored, and a position may be named in words.

    Raises:
        InvalidActionError: the text matches none of the five forms.

    >>> format_action(parse_action(" Take  bm ")), format_action(parse_action("open Top Left"))
    ('take BM', 'open TL')
    """
    words = text.upper().split()
    if words[:2] == ["TURN", "UP"]:
        words[:2] = ["OPEN"]
    if words[:1] == ["DRAW"] and names_no_other_pile(words[1:]):
        return DRAW
    if words[:1] == ["DISCARD"] and not without_fillers(words[1:], _FILLERS):
        return DISCARD
    if words[:1] in (["DRAW"], ["DISCARD"]):
        raise InvalidActionError(_(_ALONE[words[0]]))
    if words[:1] == ["OPEN"]:
        return Open(_position(words[1:]))
    if words[:1] == ["PLACE"]:
        return PLACES[_position(words[1:])]
    if words[:1] == ["TAKE"]:
        return TAKES[_position(words[1:])]
    raise InvalidActionError(
        _(
            "“{text}” is not possible in 6 Holes: turn up a side card, draw, place or discard the "
            "drawn card, or take the discard."
        ).format(text=text.strip()[:40])
    )


def _position(words: list[str]) -> Position:
    named = without_fillers(words, _FILLERS)
    name, spoken = "".join(named), [folded(word) for word in named]
    if name in Position.__members__:
        return Position[name]
    for position in Position:
        labels = (folded(position.label).split(), position.english.split())
        if any(spoken == without_fillers(label, _FILLERS) for label in labels):
            return position
    raise InvalidActionError(
        _("Name a position of your grid: top or bottom, and left, middle or right, such as top left.")
    )
