"""The cards a player of Huxxy can play or move, and the destinations of the chosen one."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from bot.rules.cards import Card, parse_card, without
from bot.rules.huxxy import is_valid_group
from bot.rules.huxxy.actions import HuxxyAction, Move, Play
from bot.rules.huxxy.view import HuxxyView
from bot.ui.building.desk import Desk
from bot.ui.building.picking import picked

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


HuxxyDesk: TypeAlias = Desk[HuxxyView, HuxxyAction]


class Chosen(NamedTuple):
    """A card and the 1-based group it is in; None is the hand."""

    card: Card
    source: int | None

    def to(self, target: int | None) -> Play | Move:
        """The action that puts the card in a group (1-based), None for a new one."""
        return Play(self.card, target) if self.source is None else Move(self.card, self.source, target)


def chosen(desk: HuxxyDesk) -> Chosen | None:
    """The table card chosen to be moved; None if there is none or it is gone."""
    view, notation, source = desk.view, desk.draft.get("card"), desk.draft.get("source")
    if notation is None or source is None or view.plays_left == 0:
        return None
    card = parse_card(notation)
    there = view.plays and source <= len(view.table) and card in view.table[source - 1]
    return Chosen(card, source) if there else None


def chosen_in_hand(desk: HuxxyDesk) -> tuple[Card, ...]:
    """The cards picked from the hand; drafts of version 0.1.0 have one as `card` without a `source`."""
    older = desk.draft.get("card") if desk.draft.get("source") is None else None
    if older is not None and parse_card(older) in desk.view.hand:
        return (parse_card(older),)
    return picked(desk)


def movable(view: HuxxyView) -> list[Chosen]:
    """The cards that can be moved, equal ones in a group once; none before the first play of the turn."""
    if not view.plays:
        return []
    return [Chosen(card, number) for number, group in enumerate(view.table, 1) for card in dict.fromkeys(group)]


def safest_first(view: HuxxyView, cards: Iterable[Chosen]) -> list[Chosen]:
    """The cards in the order in which they are offered: first those without which their group stays valid."""
    return sorted(cards, key=lambda what: not is_left_valid(left_by(view, what)))


def left_by(view: HuxxyView, what: Chosen) -> tuple[Card, ...]:
    """What is left of a card's group without it."""
    return without(view.table[(what.source or 1) - 1], what.card)


def is_left_valid(group: tuple[Card, ...]) -> bool:
    """Whether the rest of a group may stay on the table: it is valid or empty."""
    return not group or is_valid_group(group)


def targets(view: HuxxyView, what: Chosen) -> list[int]:
    """The groups that the card can legally be put in, besides a new one, in order."""
    legal = view.legal_actions
    return [target for target in range(1, len(view.table) + 1) if what.to(target) in legal]


def likely(view: HuxxyView, what: Chosen, groups: Sequence[int]) -> list[int]:
    """The groups the card would make or keep valid, then those begun this turn and not yet valid."""
    fitting = [number for number in groups if is_valid_group((*view.table[number - 1], what.card))]
    begun = {made.target for made in view.plays} | {made.source for made in view.plays if made.source}
    unfinished = [
        number
        for number in groups
        if number in begun and number not in fitting and not is_valid_group(view.table[number - 1])
    ]
    return fitting + unfinished


def fitting(view: HuxxyView, *cards: Card) -> list[int]:
    """The groups that the cards of a hand fit together."""
    return [number for number, group in enumerate(view.table, 1) if group and is_valid_group((*group, *cards))]
