"""The level `classic` of Three Thirteen: minimize the points outside melds this turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bot.players.player import Choice, Stop, Thought, never
from bot.players.three_thirteen.prospects import pack, points_left
from bot.rules.cards import Card, with_card, without
from bot.rules.three_thirteen.actions import DRAW_DISCARD, DRAW_STOCK, Discard
from bot.rules.three_thirteen.melds import PENALTIES
from bot.rules.three_thirteen.state import Phase

if TYPE_CHECKING:
    import random

    from bot.rules.three_thirteen.view import ThreeThirteenView


class ClassicThreeThirteenPlayer:
    """Takes the discard only if that lowers the points outside its melds; discards to leave the fewest."""

    def choose(self, view: ThreeThirteenView, rng: random.Random, stop: Stop = never) -> Choice:
        return draw(view) if view.phase is Phase.DRAW else discard(view)


def draw(view: ThreeThirteenView) -> Choice:
    """Draw from the stock or the discard pile."""
    card = view.upcard
    if card is None:
        return Choice(DRAW_STOCK, Thought("drew_as_pile_is_empty"))
    before = points_outside(view, view.hand)
    after = discardings(view, with_card(view.hand, card))[0].points
    if after < before:
        facts = {"before": before, "after": after}
        return Choice(DRAW_DISCARD, Thought("took_discard_to_improve", {"card": card}, facts))
    return Choice(DRAW_STOCK, Thought("drew_as_discard_is_no_help", {"card": card}, {"before": before}))


def discard(view: ThreeThirteenView) -> Choice:
    """Discard the card that leaves the fewest points outside melds."""
    best = discardings(view, view.hand)[0]
    kind = "discarded_costliest" if best.points else completing(view)
    thought = Thought(kind, {"card": best.card}, {"after": best.points})
    return Choice(Discard(best.card), thought)


def completing(view: ThreeThirteenView) -> str:
    """The thought about a discard that leaves only melds: in the last turn of a round, somebody is out already."""
    return "discarded_to_go_out" if view.went_out is None else "discarded_all_but_melds"


class Discarding(NamedTuple):
    """A discard, and the points outside melds of the cards kept: 0 if and only if all are in melds."""

    card: Card
    points: int


def points_outside(view: ThreeThirteenView, cards: tuple[Card, ...]) -> int:
    """The penalty points of the cards, arranged as the table's option scores them."""
    rank = view.wild_rank
    return points_left(pack(cards, rank), PENALTIES[rank], 0, view.arrangement != "fewest-points")


def discardings(view: ThreeThirteenView, cards: tuple[Card, ...]) -> list[Discarding]:
    """Every different discard, fewest points left first; among ties, the more expensive card first.

    Cards taken from the pile come after the others of a tie, and wild cards, which are worth more in the hand than they
    cost, come last.
    """
    kept = view.taken[view.turn]
    tried = [Discarding(card, points_outside(view, without(cards, card))) for card in dict.fromkeys(cards)]
    tried.sort(key=lambda it: (it.points, it.card.rank == view.wild_rank, it.card in kept, -it.card.value))
    return tried
