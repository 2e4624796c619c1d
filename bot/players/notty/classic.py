"""The level `classic` of Notty: minimize the cards left this turn, but draw at least one until late in the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.players.player import Choice, Stop, Thought, never
from bot.rules.cards import with_card
from bot.rules.notty import best_discards
from bot.rules.notty.actions import END, Discard, Draw, Take
from bot.rules.notty.solver.when_to_discard import cards_left

if TYPE_CHECKING:
    import random

    from bot.rules.cards import Card
    from bot.rules.notty.view import NottyView

_SAMPLES = 8
"""Random draws sampled for each number of cards."""
_LATE = 10
"""Number of final rounds in which it no longer draws just to get new cards."""


class ClassicNottyPlayer:
    """A greedy player: draws and takes to have the fewest cards left on average, then discards as many as possible.

    Without new cards there are no new groups, so it draws at least one until the last rounds.
    """

    def choose(self, view: NottyView, rng: random.Random, stop: Stop = never) -> Choice:
        return shed(view, rng)


def shed(view: NottyView, rng: random.Random) -> Choice:
    """Draw or take what sheds most on average, then discard as many cards as possible."""
    groups = best_discards(view.hand)
    if sum(map(len, groups)) == len(view.hand):
        return Choice(Discard(groups[0]), Thought("discarded_to_win", {"cards": len(view.hand)}))
    return draw(view, rng, must=view.rounds_left >= _LATE) or take(view) or _discard(groups)


def draw(view: NottyView, rng: random.Random, must: bool) -> Choice | None:
    """Draw the number of cards that leaves the fewest on average; None if not drawing is best and allowed by `must`."""
    actions = [action for action in view.legal_actions if isinstance(action, Draw)]
    if not actions:
        return None
    deck = view.deck_cards
    futures = [rng.sample(deck, actions[-1].count) for _ in range(_SAMPLES)]
    best, least = None, float("inf") if must else float(cards_left(view.hand))
    for action in actions:
        hands = (tuple(sorted((*view.hand, *future[: action.count]))) for future in futures)
        left = sum(map(cards_left, hands)) / _SAMPLES
        if left < least:
            best, least = action, left
    if best is None:
        return None
    return Choice(best, Thought("drew_to_shed", {"count": best.count, "left": round(least, 1)}))


def take(view: NottyView) -> Choice | None:
    """Take from the hand most likely to help, if that leaves fewer cards than not taking."""
    without = cards_left(view.hand)
    best, least = None, float(without)
    for action in view.legal_actions:
        if isinstance(action, Take) and len(view.hands[action.seat]) > 1:
            victim = view.hands[action.seat]
            left = sum(cards_left(with_card(view.hand, card)) for card in victim) / len(victim)
            if left < least:
                best, least = action, left
    if best is None:
        return None
    left = min(round(least, 1), without - 0.1)  # however little the card helps, the sentence says fewer
    return Choice(best, Thought("took_to_shed", {"seat": best.seat + 1, "left": left}))


def _discard(groups: tuple[tuple[Card, ...], ...]) -> Choice:
    if groups:
        return Choice(Discard(groups[0]), Thought("discarded_most", {"cards": sum(map(len, groups))}))
    return Choice(END, Thought("ended_with_nothing_to_discard"))
