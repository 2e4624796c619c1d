"""The level `strong` of Three Thirteen: minimize the expected cost of the hand over future draws."""

from __future__ import annotations

from collections import Counter
from math import exp
from typing import TYPE_CHECKING, NamedTuple

from bot.players.player import Choice, Stop, Thought, never
from bot.players.three_thirteen.outlook import Outlook
from bot.players.three_thirteen.prospects import Packed  # needed at run time by a NamedTuple
from bot.players.three_thirteen.worth import Worth
from bot.rules.cards import Card, without
from bot.rules.three_thirteen.actions import DRAW_DISCARD, DRAW_STOCK, Discard
from bot.rules.three_thirteen.melds import POSITIONS
from bot.rules.three_thirteen.state import Phase

if TYPE_CHECKING:
    import random
    from collections.abc import Mapping

    from bot.rules.three_thirteen.view import ThreeThirteenView


_HOPELESS = 14
"""A discard that leaves this many points more than the best one is not examined further."""


class StrongThreeThirteenPlayer:
    """Minimizes the expected cost: points outside melds soon and later, minus the value of going out.

    It does not count on cards seen on the pile or taken by others. Once somebody is out, every turn is the seat's last,
    and only the current points count.
    """

    level = "strong"

    def choose(self, view: ThreeThirteenView, rng: random.Random, stop: Stop = never) -> Choice:
        outlook = Outlook(view, rng)
        return _draw(view, outlook) if view.phase is Phase.DRAW else _discard(view, outlook, stop)


def _draw(view: ThreeThirteenView, outlook: Outlook) -> Choice:
    card = view.upcard
    if card is None:
        return Choice(DRAW_STOCK, Thought("drew_as_pile_is_empty"))
    hand = outlook.pack(view.hand)
    taken = outlook.grown(hand, card)
    now, after_stock = outlook.now(taken, 1), outlook.after_stock(hand)
    take = now < after_stock
    if now and view.went_out is None:
        worth = Worth(view)
        take = worth.cost(outlook.look(taken, 1)) < worth.cost(outlook.look_from_stock(hand))
    facts = {"take": now, "stock": round(after_stock, 1)}
    if take:
        return Choice(DRAW_DISCARD, Thought("took_discard_for_prospects", {"card": card}, facts))
    return Choice(DRAW_STOCK, Thought("drew_for_prospects", {"card": card}, facts))


class _Kept(NamedTuple):
    """A hand after a discard, and the points outside its melds."""

    discard: Card
    hand: Packed
    points: int


def _discard(view: ThreeThirteenView, outlook: Outlook, stop: Stop) -> Choice:
    """Discard the card with the best prospects; discards that look best now are examined first."""
    hands = ((card, outlook.pack(without(view.hand, card))) for card in dict.fromkeys(view.hand))
    kept = [_Kept(card, hand, outlook.now(hand)) for card, hand in hands]
    kept.sort(key=lambda it: (it.points, it.discard.rank == view.wild_rank, -it.discard.value))
    best, soon = kept[0], float(kept[0].points)
    if best.points and view.went_out is None:
        hopeful = [it for it in kept if it.points - best.points <= _HOPELESS]
        best, soon = _best_prospects(view, outlook, hopeful, stop)
    kind = "discarded_for_prospects" if best.points else "discarded_to_go_out"
    facts = {"after": best.points, "expected": round(soon, 1)}
    return Choice(Discard(best.discard), Thought(kind, {"card": best.discard}, facts))


def _best_prospects(view: ThreeThirteenView, outlook: Outlook, kept: list[_Kept], stop: Stop) -> tuple[_Kept, float]:
    """The hand to keep and its expected points after one more draw."""
    worth, best, soon, least = Worth(view), kept[0], 0.0, float("inf")
    for it in kept:
        if stop() and least < float("inf"):
            break
        look = outlook.look(it.hand)
        serves = serves_next(view, it.discard, outlook.unseen)
        cost = worth.cost(look) + worth.price(it.discard.value, serves)
        if cost < least:
            best, soon, least = it, look.near, cost
    return best, soon


def serves_next(view: ThreeThirteenView, card: Card, unseen: Counter[Card]) -> float:
    """Approximate probability that the card fits the next seat's hand; 2 for a wild card, which always does.

    A card fits with two partners of its rank or next to it in its suit. Cards publicly known in the next seat's hand
    are certain; all other unseen cards are equally likely.
    """
    if card.rank == view.wild_rank:
        return 2.0
    seat = ((view.seat or 0) + 1) % view.seats
    known = Counter(view.taken[seat])
    share = (view.hand_sizes[seat] - known.total()) / max(1, unseen.total())
    held = {other: share * unseen[other] + known[other] for other in (*unseen, *known)}
    same_rank = sum(chance for other, chance in held.items() if other.rank == card.rank)
    wild = sum(chance for other, chance in held.items() if other.rank == view.wild_rank)
    around = _around(card, held)
    pairs = same_rank**2 / 2 + around[0] * around[1] + around[1] * around[2] + around[2] * around[3]
    with_wild = wild * (same_rank + sum(around))
    return 1 - exp(-pairs - with_wild)


def _around(card: Card, held: Mapping[Card, float]) -> tuple[float, float, float, float]:
    """Expected number of cards of the suit two and one below, and one and two above."""
    at = {POSITIONS[other.rank]: chance for other, chance in held.items() if other.suit == card.suit}
    position = POSITIONS[card.rank]
    return tuple(at.get(position + step, 0.0) for step in (-2, -1, 1, 2))  # type: ignore[return-value]
