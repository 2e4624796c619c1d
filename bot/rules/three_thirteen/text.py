"""The one-line text forms of Three Thirteen's actions: `draw stock`, `draw discard`, `discard 0C`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _
from bot.rules.card_names import in_notation
from bot.rules.cards import STANDARD_PACK, parse_card
from bot.rules.errors import InvalidActionError
from bot.rules.piles import STOCK, pile_named
from bot.rules.spoken import THE, without_fillers
from bot.rules.three_thirteen.actions import (
    DISCARDS,
    DRAW_DISCARD,
    DRAW_STOCK,
    Discard,
    DrawDiscard,
    DrawStock,
)

if TYPE_CHECKING:
    from bot.rules.three_thirteen.actions import ThreeThirteenAction

_PACK = frozenset(STANDARD_PACK)


def format_action(action: ThreeThirteenAction) -> str:
    """The text form of an action.

    Raises:
        InvalidActionError: the value is not an action of this game.
    """
    if isinstance(action, Discard):
        return f"discard {action.card}"
    if isinstance(action, DrawStock):
        return "draw stock"
    if isinstance(action, DrawDiscard):
        return "draw discard"
    raise InvalidActionError(
        _("You cannot do that in Three Thirteen: draw from the stock or the discard pile, then discard a card.")
    )


def parse_action(text: str) -> ThreeThirteenAction:
    """Parse an action; case and extra spaces are ignored, and `10C` means `0C`.

    Raises:
        InvalidActionError: the text matches none of the three forms.

    >>> parse_action(" Discard 10c")
    Discard(card=Card(0C))
    """
    words = in_notation(text).lower().split()
    if words[:1] == ["draw"]:
        return DRAW_STOCK if pile_named(words[1:]) == STOCK else DRAW_DISCARD
    if words[:1] == ["discard"]:
        return _parse_discard(without_fillers(words[1:], THE))
    raise InvalidActionError(
        _("“{text}” is not possible in Three Thirteen: draw from the stock or the discard pile, then discard.").format(
            text=text.strip()[:40]
        )
    )


def _parse_discard(words: list[str]) -> Discard:
    if len(words) != 1:
        raise InvalidActionError(_("Name one card to discard."))
    card = parse_card(words[0])
    if card not in _PACK:
        raise InvalidActionError(
            _("Three Thirteen has no {card}; discard a card from your hand.").format(card=card.name)
        )
    return DISCARDS[card]
