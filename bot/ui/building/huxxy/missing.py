"""What a table turn of Huxxy still needs before it can be ended, as messages to its builder."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from bot.language import _, ngettext
from bot.render.cards import SUIT_SIGNS, TEXT_STYLE, face
from bot.rules.cards import SUITS
from bot.rules.huxxy.melds import MAX_OF_A_KIND, MIN_GROUP, by_value, is_valid_group

if TYPE_CHECKING:
    from bot.rules.cards import Card
    from bot.rules.huxxy.melds import Group
    from bot.rules.huxxy.view import HuxxyView


def missing(view: HuxxyView) -> list[str]:
    """One sentence for each reason why the turn cannot be ended; empty when it can."""
    sentences = [
        why_invalid(number, group) for number, group in enumerate(view.table, 1) if group and not is_valid_group(group)
    ]
    wanting = view.opening_points - view.points_played
    if not view.opened[view.turn_seat] and wanting > 0:
        sentences.append(
            ngettext(
                "Your first table turn needs {wanting} more point from your hand ({so_far} of {needed}).",
                "Your first table turn needs {wanting} more points from your hand ({so_far} of {needed}).",
                wanting,
            ).format(wanting=wanting, so_far=view.points_played, needed=view.opening_points)
        )
    return sentences


def why_invalid(number: int, group: Group) -> str:
    """Message saying why a group is invalid."""
    naturals = sorted((card for card in group if card.value), key=by_value)
    jokers = len(group) - len(naturals)
    if jokers > 1:
        return _("Group {number} has two jokers; only one is allowed.").format(number=number)
    if len(group) < MIN_GROUP:
        return ngettext(
            "Group {number} needs {wanting} more card.",
            "Group {number} needs {wanting} more cards.",
            MIN_GROUP - len(group),
        ).format(number=number, wanting=MIN_GROUP - len(group))
    if naturals[0].value == naturals[-1].value:
        return _why_no_kind(number, naturals, jokers)
    return _why_no_run(number, naturals, jokers)


def _why_no_kind(number: int, naturals: list[Card], jokers: int) -> str:
    lacking = [suit for suit in SUITS if all(card.suit != suit for card in naturals)]
    size = len(naturals) + jokers
    if size < 5:
        twin = next(card for card in naturals if naturals.count(card) > 1)
        return _("Group {number} has {card} twice: up to four of a kind are all of different suits.").format(
            number=number, card=face(twin)
        )
    if len(lacking) > jokers:
        signs = " ".join(SUIT_SIGNS[suit] + TEXT_STYLE for suit in lacking)
        return _("Group {number} lacks {suits}: five or more of a kind need all four suits.").format(
            number=number, suits=signs
        )
    return _("Group {number} has too many cards: at most {most} of a kind, joker included.").format(
        number=number, most=MAX_OF_A_KIND
    )


def _why_no_run(number: int, naturals: list[Card], jokers: int) -> str:
    gaps = 0
    for low, high in pairwise(naturals):
        step = high.value - low.value
        if step == 0:
            return _why_same_value(number, low, high)
        if step <= 1 + jokers and (step == 1) is (low.is_black is high.is_black):
            return _("In group {number}, red and black do not alternate from {low} to {high}.").format(
                number=number, low=face(low), high=face(high)
            )
        gaps += step - 1
        if gaps > jokers:
            return _("Group {number} has a gap between {low} and {high}.").format(
                number=number, low=face(low), high=face(high)
            )
    return _("The joker of group {number} stands for no card: a run goes from ace to king.").format(number=number)


def _why_same_value(number: int, low: Card, high: Card) -> str:
    if low == high:
        return _("Group {number} is neither a run nor of one value: it has {card} twice.").format(
            number=number, card=face(low)
        )
    return _(
        "Group {number} is neither a run nor of one value: {low} and {high} have the same value, but not all cards do."
    ).format(number=number, low=face(low), high=face(high))
