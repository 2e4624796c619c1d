"""Huxxy's groups: runs of alternating colour and N of a kind, with at most one joker; order does not matter."""

from __future__ import annotations

from itertools import pairwise
from operator import itemgetter
from typing import TYPE_CHECKING, TypeAlias

from bot.language import N_, _, ngettext
from bot.rules.cards import RED_SUITS, SUIT_NAMES, SUITS, Card

if TYPE_CHECKING:
    from collections.abc import Iterable

Group: TypeAlias = tuple[Card, ...]

MIN_GROUP = 3
MAX_OF_A_KIND = 8
"""Two packs contain eight cards of each value."""
HIGHEST = 13
JOKER_PENALTY = 48
"""Points of a joker left in a hand; it counts its face value, 0, towards the opening turn."""

_VALUE_NAMES = {1: N_("an ace"), 8: N_("an 8"), 11: N_("a jack"), 12: N_("a queen"), 13: N_("a king")}

by_value = itemgetter(1, 0)
"""Sort key of cards on the table: value, then suit."""


def hand_points(cards: Iterable[Card]) -> int:
    """Points of cards left in a hand: face values, 48 for a joker."""
    return sum(card[1] or JOKER_PENALTY for card in cards)


def is_valid_group(cards: Iterable[Card]) -> bool:
    """Whether the cards, in any order, are a run or N of a kind.

    A joker may stand for any card that makes the group valid and of which the group holds at most one copy.

    >>> from bot.rules.cards import parse_cards
    >>> is_valid_group(parse_cards("6S 4S 5H")), is_valid_group(parse_cards("4S 5H 6D"))
    (True, False)
    >>> is_valid_group(parse_cards("7S 7H XX")), is_valid_group(parse_cards("5S XX 7C"))
    (True, True)
    """
    cards = tuple(cards)
    naturals = [card for card in cards if card[1]]
    jokers = len(cards) - len(naturals)
    if jokers > 1 or len(cards) < MIN_GROUP:
        return False
    if naturals[0][1] == naturals[1][1]:
        return _is_kind(naturals, jokers)
    return _is_run(naturals, jokers)


def _is_kind(naturals: list[Card], jokers: int) -> bool:
    value = naturals[0][1]
    for card in naturals:
        if card[1] != value:
            return False
    suits = len(set(naturals))
    if len(naturals) + jokers < 5:
        return suits == len(naturals)
    most = max(naturals.count(card) for card in naturals)
    return suits + jokers >= 4 and most <= 2 and len(naturals) + jokers <= MAX_OF_A_KIND


def _is_run(naturals: list[Card], jokers: int) -> bool:
    """Whether the cards are a run; a joker fills one gap or extends a run shorter than ace to king."""
    values = [card[1] for card in naturals]
    gaps = max(values) - min(values) + 1 - len(values)
    if len(set(values)) < len(values) or gaps not in (0, jokers) or len(values) + jokers > HIGHEST:
        return False
    first = _phase(naturals[0])
    return all(_phase(card) == first for card in naturals)


def _phase(card: Card) -> bool:
    """The parity shared by all cards of an alternating run: odd reds and even blacks, or the reverse."""
    return (card[1] % 2 == 1) is (card[3] in RED_SUITS)


def arranged(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Sort a group as displayed: by value, then suit, with a joker in the run's gap or at its end.

    >>> from bot.rules.cards import format_cards, parse_cards
    >>> format_cards(arranged(parse_cards("XX 7C 5S"))), format_cards(arranged(parse_cards("XX KH QS")))
    ('5S XX 7C', 'XX QS KH')
    """
    ordered = sorted(cards, key=by_value)
    if not ordered or ordered[0][1]:
        return tuple(ordered)
    jokers = [card for card in ordered if not card[1]]
    naturals = ordered[len(jokers) :]
    place = _joker_place(naturals)
    return (*naturals[:place], *jokers, *naturals[place:])


def _joker_place(naturals: list[Card]) -> int:
    values = [card[1] for card in naturals]
    if not values or values[0] == values[-1]:
        return len(values)
    for i, (low, high) in enumerate(pairwise(values), 1):
        if high - low == 2:
            return i
    return 0 if values[-1] == HIGHEST else len(values)


def why_invalid(cards: Iterable[Card]) -> str | None:
    """Why a group is invalid, as the end of a sentence that starts with its number; None if it is valid.

    >>> from bot.rules.cards import parse_cards
    >>> why_invalid(parse_cards("4S 5C 6H"))
    'does not alternate colours: the 4 of spades and the 5 of clubs are both black'
    """
    cards = tuple(cards)
    if is_valid_group(cards):
        return None
    naturals = sorted((card for card in cards if card[1]), key=by_value)
    jokers = len(cards) - len(naturals)
    if jokers > 1:
        return _("has two jokers, but only one is allowed")
    if len(cards) < MIN_GROUP:
        return ngettext(
            "is too short: it has {number} card and needs at least {fewest}",
            "is too short: it has {number} cards and needs at least {fewest}",
            len(cards),
        ).format(number=len(cards), fewest=MIN_GROUP)
    if naturals[0][1] == naturals[-1][1]:
        return _why_no_kind(naturals, jokers)
    return _why_no_run(naturals, jokers)


def _why_no_kind(naturals: list[Card], jokers: int) -> str:
    size = len(naturals) + jokers
    missing = [_(SUIT_NAMES[suit]) for suit in SUITS if all(card[3] != suit for card in naturals)]
    if size < 5:
        twin = next(card for card in naturals if naturals.count(card) > 1)
        return _("has the {twin} twice: up to four of a kind must all be of different suits").format(twin=twin.name)
    if len(missing) > jokers:
        absent = f" {_('and')} ".join(missing)
        return ngettext(
            "is missing a suit ({absent}): five or more of a kind need all four suits",
            "is missing suits ({absent}): five or more of a kind need all four suits",
            len(missing),
        ).format(absent=absent)
    return _("has too many cards: at most {most} of a kind, joker included").format(most=MAX_OF_A_KIND)


def _why_no_run(naturals: list[Card], jokers: int) -> str:
    gaps = 0
    for low, high in pairwise(naturals):
        step = high[1] - low[1]
        if step == 0:
            return _why_same_value(low, high)
        if (step % 2 == 1) is ((low[3] in RED_SUITS) is (high[3] in RED_SUITS)) and step <= 1 + jokers:
            return _why_colours_clash(low, high)
        gaps += step - 1
        if gaps > jokers:
            return _("is not a run: its values are not consecutive, as {high} follows {low}").format(
                high=_value(high), low=_value(low)
            )
    return _("leaves no card for the joker to stand for: a run goes no further than ace to king")


def _why_same_value(low: Card, high: Card) -> str:
    if low == high:
        return _("is neither of one value nor a run: it has the {twin} twice").format(twin=low.name)
    return _(
        "is neither of one value nor a run: the {low} and the {high} have the same value, but not all cards do"
    ).format(low=low.name, high=high.name)


def _why_colours_clash(low: Card, high: Card) -> str:
    if high[1] - low[1] > 1:
        sentence = _("does not alternate colours: no single card fits between the {low} and the {high}")
    elif low[3] in RED_SUITS:
        sentence = _("does not alternate colours: the {low} and the {high} are both red")
    else:
        sentence = _("does not alternate colours: the {low} and the {high} are both black")
    return sentence.format(low=low.name, high=high.name)


def _value(card: Card) -> str:
    return _(_VALUE_NAMES[card[1]]) if card[1] in _VALUE_NAMES else _("a {value}").format(value=card[1])
