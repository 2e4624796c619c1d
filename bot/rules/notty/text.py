"""The one-line text forms of Notty's actions: `draw 3`, `take 2` (seat number), `discard B4 B5 B6`, `end`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.language import N_, _
from bot.rules.card_names import in_notation
from bot.rules.cards import parse_cards
from bot.rules.errors import InvalidActionError
from bot.rules.notty.actions import END, Discard, Draw, End, Take
from bot.rules.notty.melds import is_notty_card
from bot.rules.spoken import THE, THE_TURN, meant, without_fillers

if TYPE_CHECKING:
    from bot.rules.cards import Card
    from bot.rules.notty.actions import NottyAction

_DRAWN, _FROM_SEAT = N_("card cards"), N_("a card from seat")
"""Words that may be typed beside the number of cards or of the seat."""
_COUNTS = {"1": N_("one"), "2": N_("two"), "3": N_("three")}


def format_action(action: NottyAction) -> str:
    """The text form of an action.

    Raises:
        InvalidActionError: the value is not an action of this game.
    """
    if isinstance(action, Discard):
        return " ".join(("discard", *map(str, action.cards)))
    if isinstance(action, Draw):
        return f"draw {action.count}"
    if isinstance(action, Take):
        return f"take {action.seat + 1}"
    if isinstance(action, End):
        return "end"
    raise InvalidActionError(_("You cannot do that in Notty: draw, take, discard a group, or end your turn."))


def parse_action(text: str) -> NottyAction:
    """Parse an action; case, extra spaces and commas between cards are ignored.

    Raises:
        InvalidActionError: the text matches none of the four forms.

    >>> parse_action(" Discard b4, B6 b5"), parse_action("take 2")
    (Discard(cards=(Card(B4), Card(B5), Card(B6))), Take(seat=1))
    """
    verb, *others = in_notation(text).lower().split()[:40] or [""]
    if verb == "end" and not without_fillers(others, THE_TURN):
        return END
    if verb == "draw":
        count = " ".join(meant(word, _COUNTS) for word in without_fillers(others, _DRAWN))
        return Draw(_number(count, _("Say how many cards to draw: one, two or three.")))
    if verb == "take":
        seat = " ".join(without_fillers(others, _FROM_SEAT))
        return Take(_number(seat, _("Say which player to take from, by seat number.")) - 1)
    if verb == "discard":
        return Discard(_cards(" ".join(without_fillers(others, THE))))
    raise InvalidActionError(
        _("“{text}” is not possible in Notty: draw, take a card, discard a group or end your turn.").format(
            text=text.strip()[:40]
        )
    )


def _number(text: str, advice: str) -> int:
    if not re.fullmatch("[0-9]{1,3}", text):
        raise InvalidActionError(advice)
    return int(text)


def _cards(text: str) -> tuple[Card, ...]:
    advice = _("Name the cards of the group by colour and number, such as blue 4, blue 5 and blue 6.")
    try:
        cards = parse_cards(text)
    except InvalidActionError:
        cards = ()
    if not cards or not all(map(is_notty_card, cards)):
        raise InvalidActionError(advice)
    return cards
