"""Plays of a Huxxy hand in one choice: cards that fit a group on the table, and new groups from the hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rules.huxxy import is_valid_group
from bot.rules.huxxy.actions import Play
from bot.rules.huxxy.melds import HIGHEST
from bot.ui.building.huxxy.cards import fitting

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.rules.cards import Card
    from bot.rules.huxxy.melds import Group
    from bot.rules.huxxy.view import HuxxyView


def fitting_plays(view: HuxxyView, hand: Sequence[Card]) -> list[Play]:
    """Every play of a hand card, in the given order, that makes or keeps a group on the table valid."""
    return [Play(card, number) for card in dict.fromkeys(hand) for number in fitting(view, card)]


def groups_in(hand: Sequence[Card], most: int) -> list[Group]:
    """New groups of at most `most` cards of the hand: the longest runs from each card, and all of a kind.

    Sorted by points, most first. A joker is used only where no other card continues the run.

    >>> from bot.rules.cards import format_cards, parse_cards
    >>> [format_cards(group) for group in groups_in(parse_cards("3S 4H 5S 6H 9S 9H 9D KC"), 9)]
    ['9S 9H 9D', '3S 4H 5S 6H', '4H 5S 6H']
    """
    jokers = [card for card in hand if not card.value][:1]
    naturals = [card for card in hand if card.value]
    found: dict[tuple[Card, ...], Group] = {}
    for group in (*_kinds(naturals, jokers), *_runs(naturals, jokers)):
        shortened = group[:most]
        if is_valid_group(shortened):
            found.setdefault(tuple(sorted(shortened)), shortened)
    return sorted(found.values(), key=lambda group: (-sum(card.value for card in group), group))


def _kinds(naturals: Sequence[Card], jokers: Sequence[Card]) -> Iterator[Group]:
    """All cards of each value, one of each suit, and these with the joker; not all of them are groups."""
    for value in range(1, HIGHEST + 1):
        same = tuple(sorted(card for card in naturals if card.value == value))
        different = tuple(dict.fromkeys(same))
        yield from (same, different, (*different, *jokers))


def _runs(naturals: Sequence[Card], jokers: Sequence[Card]) -> Iterator[Group]:
    """The longest run from each value and colour, without and with the joker."""
    for start in range(1, HIGHEST + 1):
        for black in (True, False):
            yield _run(naturals, start, black, ())
            if jokers:
                yield _run(naturals, start, black, jokers)


def _run(naturals: Sequence[Card], start: int, black: bool, jokers: Sequence[Card]) -> Group:
    run: list[Card] = []
    left = list(jokers)
    for value in range(start, HIGHEST + 1):
        wanted = black is ((value - start) % 2 == 0)
        card = next((card for card in naturals if card.value == value and card.is_black is wanted), None)
        if card is None and (not left or not run):
            break
        run.append(left.pop() if card is None else card)
    return tuple(run)
