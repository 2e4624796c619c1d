"""The level `strong` of Three Thirteen: what the hand will cost after the draws still to come, over all unseen cards."""

from __future__ import annotations

from collections import Counter
from math import exp
from typing import TYPE_CHECKING, NamedTuple

from bot.players.player import Choice, Stop, Thought, never
from bot.players.three_thirteen.prospects import Packed, pack, points_left, with_packed
from bot.rules.cards import STANDARD_PACK, Card, without
from bot.rules.three_thirteen.actions import DRAW_DISCARD, DRAW_STOCK, Discard
from bot.rules.three_thirteen.melds import PENALTIES, POSITIONS
from bot.rules.three_thirteen.state import Phase

if TYPE_CHECKING:
    import random
    from collections.abc import Mapping

    from bot.rules.three_thirteen.view import ThreeThirteenView

_SAMPLES = 24
"""Futures tried: unseen cards in the order in which they may be drawn."""
_DEPTH = 2
"""Draws looked ahead; a round has three to seven turns of each seat."""
_GOES_ON = 0.7
"""The chance that after a draw there will be another one: how much less each further draw counts."""
_FAR = 0.5
"""Weight of the sampled look at further draws; the rest is that of the next draw, which is exact."""
_OUT = 6.0
"""Points that going out is worth beside leaving none: the others are cut short."""
_HOPELESS = 14
"""A discard that leaves so many points more than the best is not looked at further."""
_FEEDING = 2.0
"""Points that a discard costs which certainly fits into the next seat's hand."""


class StrongPlayer:
    """Chooses what leaves the fewest points on average after the next draw (exactly) and further ones (sampled).

    Somebody who goes out leaves everybody else one more turn, so the cost after the next draw is what a round that
    ends soon will bring. Cards seen on the pile or taken by others are not waited for.
    """

    level = "strong"

    def choose(self, view: ThreeThirteenView, rng: random.Random, stop: Stop = never) -> Choice:
        outlook = _Outlook(view, rng)
        return _draw(view, outlook) if view.phase is Phase.DRAW else _discard(view, outlook, stop)


class _Draw(NamedTuple):
    """A face that may come, and how likely it is."""

    card: Card
    chance: float


class _Outlook:
    """The unseen cards, and the average cost of hands after draws from them."""

    def __init__(self, view: ThreeThirteenView, rng: random.Random) -> None:
        self.wild_rank = view.wild_rank
        self.wild_cost = PENALTIES[view.wild_rank]
        self.most_cards = view.arrangement != "fewest-points"
        self.is_last_turn = view.went_out is not None
        self.unseen = unseen = _unseen(view)
        self.draws = self._faces(unseen)
        cards = sorted(unseen.elements())
        self.futures = [rng.sample(cards, min(_DEPTH + 1, len(cards))) for _ in range(_SAMPLES)]
        weights = [_GOES_ON**step for step in range(_DEPTH)]
        self.weights = [weight / sum(weights) for weight in weights]

    def _faces(self, unseen: Counter[Card]) -> list[_Draw]:
        """The faces that may come; wild cards are alike and count as one."""
        total = unseen.total()
        wilds = [card for card in unseen if card.rank == self.wild_rank]
        faces = [_Draw(card, n / total) for card, n in unseen.items() if card.rank != self.wild_rank]
        if wilds:
            faces.append(_Draw(wilds[0], sum(unseen[card] for card in wilds) / total))
        return faces

    def pack(self, cards: tuple[Card, ...]) -> Packed:
        return pack(cards, self.wild_rank)

    def now(self, hand: Packed, drop: int) -> float:
        """The cost as the cards are."""
        return float(points_left(hand, self.wild_cost, drop, self.most_cards))

    def after_one(self, hand: Packed, drop: int) -> float:
        """The average cost after one more draw."""
        return sum(
            chance * self.worth(with_packed(hand, card, self.wild_rank), drop) for card, chance in self.draws
        )

    def expected(self, hand: Packed, over: int, unseen_first: bool = False) -> float:
        """The average cost after one draw, two, … weighted, of a hand that holds `over` cards too many.

        With `unseen_first` the hand takes an unseen card first (and has then one more than `over` to discard).
        """
        total = 0.0
        for future in self.futures:
            grown, drop = hand, over
            for step, card in enumerate(future, -unseen_first):
                grown, drop = with_packed(grown, card, self.wild_rank), drop + 1
                if 0 <= step < _DEPTH:
                    total += self.weights[step] * self.worth(grown, drop)
        return total / _SAMPLES

    def worth(self, hand: Packed, drop: int) -> float:
        """The cost as the cards are, less what going out is worth beside."""
        points = points_left(hand, self.wild_cost, drop, self.most_cards)
        return points or -_OUT


def _unseen(view: ThreeThirteenView) -> Counter[Card]:
    """The cards that lie in the stock or were dealt to others and not shown since."""
    unseen = Counter(dict.fromkeys(STANDARD_PACK, 2))
    unseen.subtract(view.hand)
    unseen.subtract(view.discard_pile)
    for seat, cards in enumerate(view.taken):
        if seat != view.seat:
            unseen.subtract(cards)
    return +unseen


def _draw(view: ThreeThirteenView, outlook: _Outlook) -> Choice:
    card = view.upcard
    if card is None:
        return Choice(DRAW_STOCK, Thought("drew_as_pile_is_empty"))
    hand = outlook.pack(view.hand)
    taken = with_packed(hand, card, view.wild_rank)
    after, otherwise = outlook.worth(taken, 1), outlook.after_one(hand, 1)
    if not outlook.is_last_turn and outlook.now(taken, 1):
        after = _FAR * outlook.expected(taken, 1) + (1 - _FAR) * after
        otherwise = _FAR * outlook.expected(hand, 0, unseen_first=True) + (1 - _FAR) * otherwise
    facts = {"take": round(after, 1), "stock": round(otherwise, 1)}
    if after < otherwise:
        return Choice(DRAW_DISCARD, Thought("took_discard_for_prospects", {"card": card}, facts))
    return Choice(DRAW_STOCK, Thought("drew_for_prospects", {"card": card}, facts))


def _discard(view: ThreeThirteenView, outlook: _Outlook, stop: Stop) -> Choice:
    """The discard with the best prospects; those that look best now are looked at first."""
    hands = {card: outlook.pack(without(view.hand, card)) for card in dict.fromkeys(view.hand)}
    now = {card: outlook.now(hand, 0) for card, hand in hands.items()}
    order = sorted(hands, key=lambda card: (now[card], card.rank == view.wild_rank, -card.value))
    best, least = order[0], float("inf")
    for card in order:
        if stop() or not now[order[0]] or (now[card] - now[order[0]] > _HOPELESS and least < float("inf")):
            break
        cost = now[card] if outlook.is_last_turn else _prospects(view, outlook, card, hands[card])
        if cost < least:
            best, least = card, cost
    kind = "discarded_for_prospects" if now[best] else "discarded_to_go_out"
    facts = {"after": round(now[best]), "expected": round(min(least, 999.0), 1)}
    return Choice(Discard(best), Thought(kind, {"card": best}, facts))


def _prospects(view: ThreeThirteenView, outlook: _Outlook, card: Card, hand: Packed) -> float:
    cost = _FAR * outlook.expected(hand, 0) + (1 - _FAR) * outlook.after_one(hand, 1)
    return cost + _feeds_next(view, card, outlook.unseen)


def _feeds_next(view: ThreeThirteenView, card: Card, unseen: Counter[Card]) -> float:
    """What it costs to lay the card before the next seat: more, the likelier it fits there.

    It fits with two partners: of its rank, or around it in its suit. A card seen in the next seat's hand
    is there, any other unseen one with the same chance as all.
    """
    if card.rank == view.wild_rank:
        return 2 * _FEEDING
    seat = ((view.seat or 0) + 1) % view.seats
    known = Counter(view.taken[seat])
    share = (view.hand_sizes[seat] - known.total()) / max(1, unseen.total())
    held = {other: share * unseen[other] + known[other] for other in (*unseen, *known)}
    same_rank = sum(chance for other, chance in held.items() if other.rank == card.rank)
    wild = sum(chance for other, chance in held.items() if other.rank == view.wild_rank)
    around = _around(card, held)
    pairs = same_rank**2 / 2 + around[0] * around[1] + around[1] * around[2] + around[2] * around[3]
    with_wild = wild * (same_rank + sum(around))
    return _FEEDING * (1 - exp(-pairs - with_wild))


def _around(card: Card, held: Mapping[Card, float]) -> tuple[float, float, float, float]:
    """How many cards of the suit are expected two and one below, one and two above."""
    at = {POSITIONS[other.rank]: chance for other, chance in held.items() if other.suit == card.suit}
    position = POSITIONS[card.rank]
    return tuple(at.get(position + step, 0.0) for step in (-2, -1, 1, 2))  # type: ignore[return-value]
