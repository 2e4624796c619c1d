"""The level `strong` of Rummy: the house strategy for melds, a look at the draws to come for everything it gives away."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from bot.players.player import Choice, Stop, Thought, never
from bot.players.rummy import house
from bot.rules.cards import BLACK_JOKER, RED_JOKER, STANDARD_PACK, Card, with_card, without
from bot.rules.rummy.actions import DISCARDS
from bot.rules.rummy.fitting import fits, lay_offs
from bot.rules.rummy.laydown import best_laydown
from bot.rules.rummy.melds import CARD_POINTS, meld_value
from bot.rules.rummy.state import Phase

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from bot.rules.rummy.melds import Meld
    from bot.rules.rummy.view import RummyView

_DECK = Counter(dict.fromkeys((*STANDARD_PACK, RED_JOKER, BLACK_JOKER), 2))
_CANDIDATES = 6
_FUTURES = 24
_FAR = 3
_GIFT = 0.2
_EACH_CARD = 0.03


class StrongPlayer:
    """Discards what leaves the best prospects over sampled draws, counting every card it has seen."""

    level = "strong"

    def choose(self, view: RummyView, rng: random.Random, stop: Stop = never) -> Choice:
        if view.phase is Phase.DRAW:
            return house.draw(view)
        return house.lay(view) or _discard(view, rng, stop)


def _unseen(view: RummyView) -> list[Card]:
    unseen = Counter(_DECK)
    unseen.subtract(view.hand)
    unseen.subtract(view.discard_pile)
    for meld in view.melds:
        unseen.subtract(meld)
    for seat, cards in enumerate(view.shown):
        if seat != view.seat:
            unseen.subtract(cards)
    return sorted((+unseen).elements())


def _discard(view: RummyView, rng: random.Random, stop: Stop) -> Choice:
    cards = _unseen(view)
    order = house.spare(view)
    naturals = [card for card in dict.fromkeys(view.hand) if not card.is_joker]
    in_meld = {card for meld in best_laydown(view.hand, 0) for card in meld}
    rest = sorted(
        (c for c in naturals if c not in order and c not in in_meld), key=lambda c: (-CARD_POINTS[c.rank], c)
    )
    candidates = list(dict.fromkeys([*order, *rest]))[:_CANDIDATES] if naturals else list(view.hand[:1])
    if len(candidates) == 1:
        return Choice(DISCARDS[candidates[0].order], Thought("discarded_spare", {"card": candidates[0]}))
    draws = min(_FAR, len(cards))
    futures = [rng.sample(cards, draws) for _ in range(_FUTURES)]
    best, most = candidates[0], float("-inf")
    for card in candidates:
        if stop():
            break
        hand = without(view.hand, card)
        value = (
            _after_laying(view, hand, cards) if view.turn.laid_down else _before_laying(view, hand, futures)
        )
        if value > most + 1e-9:
            best, most = card, value
    return Choice(DISCARDS[best.order], Thought("discarded_spare", {"card": best}))


def _before_laying(view: RummyView, hand: tuple[Card, ...], futures: Sequence[Sequence[Card]]) -> float:
    """Chances to reach the minimum, sooner counting more; then the value on the way."""
    total = 0.0
    for future in futures:
        grown = tuple(sorted((*hand, *future)))
        melds = best_laydown(grown, 0)
        value = sum(map(meld_value, melds))
        if value >= view.minimum:
            total += 1.0 + _EACH_CARD * min(_shed(grown, view.melds), len(hand))
        else:
            total += 0.3 * value / view.minimum
    return total / len(futures)


def _is_gift(view: RummyView, card: Card) -> bool:
    """Whether the next seat may take the card and lay it off at once."""
    return view.laid_down[((view.seat or 0) + 1) % view.seats] and bool(lay_offs((card,), view.melds))


def _after_laying(view: RummyView, hand: tuple[Card, ...], cards: Sequence[Card]) -> float:
    """Cards shed after the next draw, averaged over every unseen card."""
    counts = Counter(cards)
    total = 0.0
    for card, count in counts.items():
        total += count * _shed(with_card(hand, card), view.melds)
    points = sum(CARD_POINTS[card.rank] for card in hand)
    return total / len(cards) - 0.002 * points


def _shed(hand: tuple[Card, ...], table: Sequence[Meld]) -> float:
    """How many cards go: melds, then lay-offs; going out counts three more."""
    size = len(hand)
    melds = best_laydown(hand, 0)
    if melds:
        hand = without(hand, *(card for meld in melds for card in meld))
        table = [*table, *melds]
    shed = size - len(hand)
    progress = True
    table = list(table)
    while progress and len(hand) > 1:
        progress = False
        for card in dict.fromkeys(hand):
            for number, meld in enumerate(table):
                places = fits(meld).lay_offs.get(card)
                if places:
                    table[number] = next(iter(places.values()))
                    hand = without(hand, card)
                    shed += 1
                    progress = True
                    break
            if progress:
                break
    return shed + (3.0 if len(hand) <= 1 else 0.0)
