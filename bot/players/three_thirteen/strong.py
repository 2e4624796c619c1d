"""The level `strong` of Three Thirteen: minimize the expected cost of the hand over future draws."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import exp
from typing import TYPE_CHECKING, NamedTuple

from bot.players.player import Choice, Rated, Stop, Thought, never, second
from bot.players.three_thirteen.outlook import Look, Outlook
from bot.players.three_thirteen.prospects import Packed  # needed at run time by a NamedTuple
from bot.players.three_thirteen.why import explain
from bot.players.three_thirteen.worth import Worth
from bot.rules.cards import Card, with_card, without
from bot.rules.three_thirteen.actions import DRAW_DISCARD, DRAW_STOCK, Discard
from bot.rules.three_thirteen.melds import POSITIONS
from bot.rules.three_thirteen.state import Phase, Source

if TYPE_CHECKING:
    import random
    from collections.abc import Mapping

    from bot.rules.three_thirteen.view import ThreeThirteenView


_HOPELESS = 14
"""A discard that leaves this many points more than the best one is not examined further."""


class StrongThreeThirteenPlayer:
    """Minimizes the expected cost: points outside melds soon and later, minus the value of going out.

    It does not count on cards seen on the pile or taken by others. Once somebody is out, every turn is the seat's last,
    and only the current points count. Values are negated expected points, up to a constant per turn.
    """

    def choose(self, view: ThreeThirteenView, rng: random.Random, stop: Stop = never) -> Choice:
        return _draw(view, stop) if view.phase is Phase.DRAW else _discard(view, stop)


def _draw(view: ThreeThirteenView, stop: Stop) -> Choice:
    card = view.upcard
    if card is None:
        return Choice(DRAW_STOCK, Thought("drew_as_pile_is_empty"))
    outlook = Outlook(view)
    hand = outlook.pack(view.hand)
    taken, cards = outlook.grown(hand, card), with_card(view.hand, card)
    now = min(outlook.now(outlook.pack(without(cards, thrown))) for thrown in dict.fromkeys(cards))
    after_stock = outlook.after_stock(hand)
    ranked = [Rated(DRAW_STOCK, -after_stock, {"points": after_stock}), Rated(DRAW_DISCARD, -now, {"points": now})]
    if now and view.went_out is None:
        worth = Worth(view)
        looks = outlook.look_from_stock(hand), outlook.look(taken, 1)
        ranked = [
            Rated(rated.action, -worth.cost(look), {**rated.reasons, **_figures(look)})
            for rated, look in zip(ranked, looks, strict=True)
        ]
    stock, take = ranked
    if take.value > stock.value and _thrown_after(view, card, stop) == card:
        take = Rated(take.action, stock.value, {**take.reasons, "thrown_back": True})
    ranked = [take, stock] if take.value > stock.value else [stock, take]
    return Choice(ranked[0].action, explain(view, *ranked), tuple(ranked))


def _thrown_after(view: ThreeThirteenView, card: Card, stop: Stop) -> Card:
    """The discard after taking the card, which is certain because the resulting view is known."""
    seat = view.turn
    taken = tuple((*cards, card) if other == seat else cards for other, cards in enumerate(view.taken))
    then = replace(
        view,
        phase=Phase.DISCARD,
        hand=with_card(view.hand, card),
        discard_pile=view.discard_pile[:-1],
        takeable=None,
        taken=taken,
        drawn=card,
        drawn_from=Source.DISCARD,
    )
    thrown: Card = _discard(then, stop).action.card
    return thrown


class _Kept(NamedTuple):
    """A hand after a discard, and the points outside its melds."""

    discard: Card
    hand: Packed
    points: int


def _discard(view: ThreeThirteenView, stop: Stop) -> Choice:
    """Discard the card with the best prospects; discards that look best now are examined first."""
    outlook = Outlook(view)
    hands = ((card, outlook.pack(without(view.hand, card))) for card in dict.fromkeys(view.hand))
    kept = [_Kept(card, hand, outlook.now(hand)) for card, hand in hands]
    kept.sort(key=lambda it: (it.points, it.discard.rank == view.wild_rank, -it.discard.value))
    if kept[0].points and view.went_out is None:
        hopeful = [it for it in kept if it.points - kept[0].points <= _HOPELESS]
        ranked = _by_prospects(view, outlook, hopeful, stop)
    else:
        ranked = [Rated(Discard(it.discard), -it.points, {"points": it.points}) for it in kept]
    return Choice(ranked[0].action, explain(view, ranked[0], second(ranked)), tuple(ranked))


def _by_prospects(view: ThreeThirteenView, outlook: Outlook, kept: list[_Kept], stop: Stop) -> list[Rated]:
    """The discards, best first, as far as time allows."""
    worth, ranked = Worth(view), list[Rated]()
    for it in kept:
        if stop() and ranked:
            break
        look = outlook.look(it.hand)
        serves = serves_next(view, it.discard, outlook.unseen)
        cost = worth.cost(look) + worth.price(it.discard.value, serves)
        figures = {"points": it.points, **_figures(look), "serves": serves}
        ranked.append(Rated(Discard(it.discard), -cost, figures))
    return sorted(ranked, key=lambda rated: -rated.value)


def _figures(look: Look) -> dict[str, float]:
    """The prospects as reasons: points and chance of being out after the next draw, and after three."""
    return {"soon": look.near, "soon_out": look.near_out, "later": look.far, "later_out": look.far_out}


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
