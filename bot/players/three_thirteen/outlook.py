"""What a hand of Three Thirteen may become with unseen cards: near (after one draw) and far (after three)."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from bot.players.three_thirteen.prospects import Packed, pack, points_left, with_packed
from bot.rules.cards import STANDARD_PACK, Card, format_cards
from bot.rules.three_thirteen.melds import PENALTIES

if TYPE_CHECKING:
    from bot.rules.three_thirteen.view import ThreeThirteenView


_FAR = 3
"""Draws of the far look; a round has three to seven turns per seat."""
_FUTURES = 48
_FEWER_FUTURES = 24
"""Random futures (orders of unseen cards) to try; fewer for big hands with wild cards, which take longer."""
_BIG = 9
_OFFERED = dict(zip("A2345678", (0.4, 0.45, 0.65, 0.8, 1.0, 1.2, 1.35, 1.5), strict=True))
_OFFERED |= dict.fromkeys("90JQK", 1.45)
"""How much likelier than chance a rank is on the pile: expensive cards are discarded first."""


class Look(NamedTuple):
    """Averages over futures: points outside melds and the probability of being out, after the near and the far
    draws.
    """

    near: float
    near_out: float
    far: float
    far_out: float


class Outlook:
    """The unseen cards, and the average outcome of hands after draws.

    The futures depend only on the cards that may be drawn, so the same position is always judged alike, and a card
    taken from the pile, which was seen before, changes none of them.
    """

    def __init__(self, view: ThreeThirteenView, futures: int | None = None) -> None:
        self.wild_rank = view.wild_rank
        self.wild_cost = PENALTIES[view.wild_rank]
        self.most_cards = view.arrangement != "fewest-points"
        self.unseen = unseen_cards(view)
        self._drawable = Counter(view.discard_pile) if not view.stock_size and view.discard_pile else self.unseen
        """The cards that draws may bring: an empty stock is made anew from the pile."""
        self._stock = self._faces(offered=False)
        self._next_draw = self._faces(offered=True)
        wilds = sum(card.rank == view.wild_rank for card in view.hand)
        if futures is None:
            futures = _FEWER_FUTURES if wilds > 1 and len(view.hand) >= _BIG else _FUTURES
        cards = sorted(self._drawable.elements())
        rng = random.Random(format_cards(cards))
        self._futures = [rng.sample(cards, min(_FAR + 1, len(cards))) for _ in range(futures)]

    def _faces(self, *, offered: bool) -> list[tuple[Card, float]]:
        """The faces that may be drawn and their probabilities: from the stock or, with `offered`, half of the time
        the pile.

        Wild cards are interchangeable and count as one face; nobody discards them.
        """
        weights: dict[Card, float] = {}
        wild: Card | None = None
        for card, count in self._drawable.items():
            if card.rank == self.wild_rank:
                wild = wild or card
                weights[wild] = weights.get(wild, 0) + count * (0.5 if offered else 1)
            else:
                weights[card] = count * ((1 + _OFFERED[card.rank]) / 2 if offered else 1)
        total = sum(weights.values())
        return [(card, weight / total) for card, weight in weights.items()]

    def pack(self, cards: tuple[Card, ...]) -> Packed:
        return pack(cards, self.wild_rank)

    def grown(self, hand: Packed, card: Card) -> Packed:
        return with_packed(hand, card, self.wild_rank)

    def now(self, hand: Packed, drop: int = 0) -> int:
        """The points outside melds now, without the `drop` most expensive cards."""
        return points_left(hand, self.wild_cost, drop, self.most_cards)

    def after_stock(self, hand: Packed) -> float:
        """The average points after drawing from the stock and discarding."""
        return sum(chance * self.now(self.grown(hand, card), 1) for card, chance in self._stock)

    def look(self, hand: Packed, over: int = 0) -> Look:
        """The prospects of a hand with `over` extra cards, before its next draw."""
        near = near_out = 0.0
        for card, chance in self._next_draw:
            points = self.now(self.grown(hand, card), over + 1)
            near += chance * points
            near_out += chance * (not points)
        return Look(near, near_out, *self._far(hand, over, 1))

    def look_from_stock(self, hand: Packed) -> Look:
        """The prospects of a hand that draws from the stock now, comparable to those after taking the discard."""
        near = [self.now(self._with_all(hand, future[:2]), len(future[:2])) for future in self._futures]
        return Look(*_means(near), *self._far(hand, 0, 0))

    def _far(self, hand: Packed, over: int, skipped: int) -> tuple[float, float]:
        """The averages after drawing all cards of each future except the first `skipped`."""
        futures = [future[skipped:] for future in self._futures]
        return _means([self.now(self._with_all(hand, future), over + len(future)) for future in futures])

    def _with_all(self, hand: Packed, cards: list[Card]) -> Packed:
        for card in cards:
            hand = self.grown(hand, card)
        return hand


def _means(points: list[int]) -> tuple[float, float]:
    """The average and the share of zeros."""
    return sum(points) / len(points), points.count(0) / len(points)


def unseen_cards(view: ThreeThirteenView) -> Counter[Card]:
    """The cards in the stock or dealt to others and not shown since, with their numbers."""
    unseen = Counter(dict.fromkeys(STANDARD_PACK, 2))
    unseen.subtract(view.hand)
    unseen.subtract(view.discard_pile)
    for seat, cards in enumerate(view.taken):
        if seat != view.seat:
            unseen.subtract(cards)
    return +unseen
