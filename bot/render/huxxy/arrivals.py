"""The cards that the turn being built has added to each group."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, TypeAlias

from bot.language import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from bot.rules.cards import Card
    from bot.rules.huxxy.state import Made

Arrived: TypeAlias = "Mapping[int, Counter[Card]]"
"""The cards added to each group in the turn being built, by group number."""


def arrivals(plays: Sequence[Made]) -> tuple[Arrived, Arrived]:
    """The cards that the plays added to each group: (from the hand, from other groups).

    A card moved back to its original group does not count as moved.

    >>> from bot.rules.cards import parse_card
    >>> from bot.rules.huxxy.state import Made
    >>> ace = parse_card("AS")
    >>> arrivals([Made(ace, None, 1, False), Made(ace, 1, 2, True)])[0]
    {2: Counter({Card(AS): 1})}
    """
    origins: dict[tuple[Card, int], int | None] = {}
    for made in plays:
        origin = made.source
        if made.source is not None:
            origin = origins.pop((made.card, made.source), made.source)
        if origin != made.target:
            origins[made.card, made.target] = origin
    played: dict[int, Counter[Card]] = {}
    moved: dict[int, Counter[Card]] = {}
    for (card, target), origin in origins.items():
        (played if origin is None else moved).setdefault(target, Counter())[card] += 1
    return played, moved


def arrivals_in_words(
    number: int, played: Arrived, moved: Arrived, name: Callable[[Iterable[Card]], str]
) -> Iterator[str]:
    """Yield a sentence each for the cards played and moved to a group; `name` lists cards."""
    if number in played:
        yield _("Played here: {cards}.").format(cards=name(played[number].elements()))
    if number in moved:
        yield _("Moved here: {cards}.").format(cards=name(moved[number].elements()))
