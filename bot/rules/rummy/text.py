"""The one-line text forms of Rummy's actions: `lay 5H 5D 5C / 7S 8S 9S`, `layoff XR 2 low`, `swap 7H 3`, …"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.language import N_, _
from bot.rules.card_names import in_notation
from bot.rules.cards import BLACK_JOKER, RED_JOKER, STANDARD_PACK, format_cards, parse_card, parse_cards
from bot.rules.errors import InvalidActionError
from bot.rules.rummy.actions import (
    DISCARDS,
    DRAW_DISCARD,
    DRAW_STOCK,
    Discard,
    DrawDiscard,
    DrawStock,
    LayDown,
    LayOff,
    Swap,
    lay_down,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.rules.cards import Card
    from bot.rules.rummy.actions import Action

FORMS = N_(
    "Write “draw stock”, “draw discard”, “lay 5H 5D 5C / 7S 8S 9S”, “layoff 7C 2”, “layoff XR 2 "
    "low”, “swap 7H 3” or “discard KC”."
)
_DECK = frozenset((*STANDARD_PACK, RED_JOKER, BLACK_JOKER))
_ON_A_MELD = re.compile(r"(?P<card>\S+)\s+#?(?P<meld>[0-9]{1,4})(?:\s+(?P<end>low|high))?")


def format_action(action: Action) -> str:
    """The text form of an action.

    Raises:
        InvalidActionError: it is no action of this game.
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
    raise InvalidActionError(_("That is no action of Rummy. {forms}").format(forms=_(FORMS)))


def parse_action(text: str) -> Action:
    """Read a text form; case and extra spaces do not matter, sets and melds may come in any order.

    Raises:
        InvalidActionError: the text is none of the forms, or names a card that Rummy does not have.

    >>> format_action(parse_action(" LAY 9s 8s 7s / 5h 5c 5d"))
    'lay 7S 8S 9S / 5H 5D 5C'
    """
    words = in_notation(text).lower().split()
    if words[:2] == ["lay", "off"]:
        words[:2] = ["layoff"]
    rest = " ".join(words[1:])
    match words[:1]:
        case ["draw"]:
            return _parse_draw(rest)
        case ["lay"]:
            return _parse_lay(rest)
        case ["layoff"]:
            return LayOff(*_parse_on_a_meld("layoff", rest))
        case ["swap"]:
            return Swap(*_parse_on_a_meld("swap", rest))
        case ["discard"]:
            return _parse_discard(rest)
    raise InvalidActionError(
        _("“{text}” is no action of Rummy. {forms}").format(text=text.strip()[:40], forms=_(FORMS))
    )


def _parse_draw(rest: str) -> Action:
    if rest == "stock":
        return DRAW_STOCK
    if rest == "discard":
        return DRAW_DISCARD
    raise InvalidActionError(_("Say where to draw from: “draw stock” or “draw discard”."))


def _parse_lay(rest: str) -> LayDown:
    melds = [_of_this_deck(parse_cards(part)) for part in rest.split("/")]
    if not all(melds):
        raise InvalidActionError(
            _("Name the cards of each meld, with “/” between two melds: “lay 5H 5D 5C / 7S 8S 9S”.")
        )
    return lay_down(melds)


def _parse_on_a_meld(verb: str, rest: str) -> tuple[Card, int, str | None]:
    found = _ON_A_MELD.fullmatch(rest)
    if found is None:
        raise InvalidActionError(
            _(
                "Name one card and the number of a meld: “{verb} 7C 2”, with “low” or “high” after it when both "
                "ends fit."
            ).format(verb=verb)
        )
    (card,) = _of_this_deck([parse_card(found["card"])])
    return card, int(found["meld"]), found["end"]


def _parse_discard(rest: str) -> Discard:
    cards = _of_this_deck(parse_cards(rest))
    if len(cards) != 1:
        raise InvalidActionError(
            _("Discard exactly one card: write “discard” and the card, such as “discard KC”.")
        )
    return DISCARDS[cards[0].order]


def _of_this_deck(cards: Iterable[Card]) -> tuple[Card, ...]:
    cards = tuple(cards)
    for card in cards:
        if card not in _DECK:
            raise InvalidActionError(
                _(
                    "Rummy has no card “{card}”; its jokers are XR (red) and XB (black), its other cards such as 5H "
                    "or 10C."
                ).format(card=card)
            )
    return cards
