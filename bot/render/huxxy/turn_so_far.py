"""The turn being built: the cards that it has added to each group, its plays and its points."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, TypeAlias

from bot.language import _, ngettext
from bot.render.words import points_in_words
from bot.rules.huxxy.state import MAX_PLAYS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from bot.rules.cards import Card
    from bot.rules.huxxy.state import Made
    from bot.rules.huxxy.view import HuxxyView

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
    origins: defaultdict[tuple[Card, int], list[int | None]] = defaultdict(list)  # one for each copy that arrived
    for made in plays:
        came_before = origins[made.card, made.source] if made.source is not None else []
        origin = came_before.pop() if came_before else made.source
        if origin != made.target:
            origins[made.card, made.target].append(origin)
    played: dict[int, Counter[Card]] = {}
    moved: dict[int, Counter[Card]] = {}
    for (card, target), copies in origins.items():
        for origin in copies:
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


def progress_in_words(view: HuxxyView) -> Iterator[str]:
    """Yield a sentence for the plays made and, in an opening turn, one for their points; nothing before a play."""
    if view.plays:
        plays = ngettext("{plays} of {most} play made.", "{plays} of {most} plays made.", MAX_PLAYS)
        yield plays.format(plays=len(view.plays), most=MAX_PLAYS)
        if not view.opened[view.turn_seat]:
            needed = points_in_words(view.opening_points)
            yield _("{points} of {needed} to open.").format(points=view.points_played, needed=needed)
