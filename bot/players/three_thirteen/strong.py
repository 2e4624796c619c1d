"""The level `strong` of Three Thirteen: minimize the expected cost of the hand over future draws."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bot.players.player import Choice, Stop, Thought, never
from bot.players.three_thirteen.feeding import serves_next
from bot.players.three_thirteen.outlook import Outlook
from bot.players.three_thirteen.prospects import Packed  # needed at run time by a NamedTuple
from bot.players.three_thirteen.worth import Worth
from bot.rules.cards import Card, without
from bot.rules.three_thirteen.actions import DRAW_DISCARD, DRAW_STOCK, Discard
from bot.rules.three_thirteen.state import Phase

if TYPE_CHECKING:
    import random

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
