"""The one-line text forms of Rummy's actions: `lay 5H 5D 5C / 7S 8S 9S`, `layoff XR 2 low`, `swap 7H 3`, …"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.language import N_, _
from bot.rules.card_names import in_notation
from bot.rules.cards import BLACK_JOKER, RED_JOKER, STANDARD_PACK, format_cards, parse_card, parse_cards
from bot.rules.errors import InvalidActionError
from bot.rules.piles import STOCK, pile_named
from bot.rules.rummy.actions import (
    DISCARDS,
    DRAW_DISCARD,
    DRAW_STOCK,
    HIGH,
    LOW,
    Discard,
    DrawDiscard,
    DrawStock,
    LayDown,
    LayOff,
    Swap,
    lay_down,
)
from bot.rules.spoken import THE, meant, without_fillers

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.rules.cards import Card
    from bot.rules.rummy.actions import RummyAction

_DECK = frozenset((*STANDARD_PACK, RED_JOKER, BLACK_JOKER))
_FILLERS = N_("on to of at meld the end")
_ENDS = {LOW: N_("low"), HIGH: N_("high")}
_ON_A_MELD = re.compile(r"(?P<card>\S+)\s+#?(?P<meld>[0-9]{1,4})(?:\s+(?P<end>low|high))?")


def format_action(action: RummyAction) -> str:
    """The text form of an action.

    Raises:
        InvalidActionError: the value is not an action of this game.
    """
    match action:
        case DrawStock():
            return "draw stock"
        case DrawDiscard():
            return "draw discard"
        case LayDown(melds):
            return "lay " + " / ".join(map(format_cards, melds))
        case LayOff(card, meld, end):
            return f"layoff {card} {meld}" + (f" {end}" if end else "")
        case Swap(card, meld, end):
            return f"swap {card} {meld}" + (f" {end}" if end else "")
        case Discard(card):
            return f"discard {card}"
    raise InvalidActionError(_("You cannot do that in Rummy: draw, lay down, lay off, swap or discard."))


def parse_action(text: str) -> RummyAction:
    """Parse an action; case and extra spaces are ignored, and sets and melds may be in any order.

    Raises:
        InvalidActionError: the text matches no form, or names a card that Rummy does not use.

    >>> format_action(parse_action(" LAY 9s 8s 7s / 5h 5c 5d"))
    'lay 7S 8S 9S / 5H 5D 5C'
    """
    words = in_notation(text).lower().split()
    if words[:2] == ["lay", "off"]:
        words[:2] = ["layoff"]
    elif words[:2] == ["lay", "down"]:
        words[:2] = ["lay"]
    match words:
        case ["draw", *pile]:
            return DRAW_STOCK if pile_named(pile) == STOCK else DRAW_DISCARD
        case ["lay", *melds]:
            return _parse_lay(melds)
        case ["layoff", *where]:
            return LayOff(*_parse_on_a_meld(where))
        case ["swap", *where]:
            return Swap(*_parse_on_a_meld(where))
        case ["discard", *card]:
            return _parse_discard(card)
    raise InvalidActionError(
        _("“{text}” is not possible in Rummy: draw, lay down, lay off, swap or discard.").format(text=text.strip()[:40])
    )


def _parse_lay(words: list[str]) -> LayDown:
    melds = [_of_this_deck(parse_cards(part)) for part in " ".join(without_fillers(words, THE)).split("/")]
    if not all(melds):
        raise InvalidActionError(_("Name the cards of each meld, with a slash between two melds."))
    return lay_down(melds)


def _parse_on_a_meld(words: list[str]) -> tuple[Card, int, str | None]:
    found = _ON_A_MELD.fullmatch(" ".join(meant(word, _ENDS) for word in without_fillers(words, _FILLERS)))
    if found is None:
        raise InvalidActionError(
            _("Name one card and the number of a meld, and the low or the high end where both fit.")
        )
    (card,) = _of_this_deck([parse_card(found["card"])])
    return card, int(found["meld"]), found["end"]


def _parse_discard(words: list[str]) -> Discard:
    cards = _of_this_deck(parse_cards(" ".join(without_fillers(words, THE))))
    if len(cards) != 1:
        raise InvalidActionError(_("Name one card to discard."))
    return DISCARDS[cards[0].order]


def _of_this_deck(cards: Iterable[Card]) -> tuple[Card, ...]:
    cards = tuple(cards)
    for card in cards:
        if card not in _DECK:
            raise InvalidActionError(
                _("Rummy has a red and a black joker; say which one.")
                if card.is_joker
                else _("Rummy has no {card}; name a card such as K♠ or the red joker.").format(card=card.name)
            )
    return cards
