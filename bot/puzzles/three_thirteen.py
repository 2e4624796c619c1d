"""Puzzles of Three Thirteen: the one discard that is clearly better than every other."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from bot.language import _
from bot.players import registry
from bot.players.three_thirteen.outlook import Outlook
from bot.players.three_thirteen.strong import serves_next
from bot.players.three_thirteen.worth import Worth
from bot.puzzles.decision import DecisionPuzzles, lead
from bot.rules.cards import without
from bot.rules.three_thirteen.actions import Discard
from bot.rules.three_thirteen.game import GAME
from bot.rules.three_thirteen.melds import PENALTIES, POSITIONS
from bot.rules.three_thirteen.solver.arrangement import best_arrangement
from bot.rules.three_thirteen.state import Phase

if TYPE_CHECKING:
    from bot.puzzles.puzzle import Puzzle
    from bot.rules.cards import Card
    from bot.rules.three_thirteen.state import ThreeThirteenState
    from bot.rules.three_thirteen.view import ThreeThirteenView

_LEAD = 1.5
"""Points by which the best discard must lead, with few futures and with many; a smaller lead could be argued about."""
_FEW, _MANY = 24, 300
_CARDS = range(6, 13)
_NEAR = 2


class DiscardPuzzles(DecisionPuzzles):
    """Positions after the draw, nobody out yet, in which neither rule of thumb finds the best discard.

    The rules are to keep the fewest points, as `classic` does, and to throw the loose card.
    """

    key = "three-thirteen-discard"
    game = GAME.key
    levels = ("classic",) * 3
    missed_by = "classic"

    def find(self, state: ThreeThirteenState) -> Puzzle | None:
        seat = GAME.seat_to_act(state)
        if seat is None or state.phase is not Phase.DISCARD:
            return None
        view = GAME.view(state, seat)
        if view.went_out is not None or len(view.hand) not in _CARDS:
            return None
        few = _values(view, _FEW)
        if len(few) < 3 or lead(few) < _LEAD:
            return None
        best = max(few, key=lambda text: few[text])
        if best in _by_rules_of_thumb(view):
            return None
        many = _values(view, _MANY)
        if max(many, key=lambda text: many[text]) != best or lead(many) < _LEAD:
            return None
        return self.posed(state, many, len(view.hand) / 3 - lead(many))

    def task(self, puzzle: Puzzle) -> str:
        del puzzle
        return _(
            "Which card do you discard? Look for the hand that is most likely to be out soon, or to cost few points."
        )


def _by_rules_of_thumb(view: ThreeThirteenView) -> set[str]:
    usual = registry.player(GAME.key, "classic").choose(view, random.Random(0)).action
    thrown = loose(view.hand, view.wild_rank)
    return {GAME.format_action(usual), *(() if thrown is None else (GAME.format_action(Discard(thrown)),))}


def loose(hand: tuple[Card, ...], wild_rank: str) -> Card | None:
    """The costliest of the cards outside melds that go with none of the others there."""
    left = [card for card in best_arrangement(hand, wild_rank).unplaced if card.rank != wild_rank]
    alone = [card for card in left if sum(_go_together(card, other) for other in left) == 1]  # with itself
    return max(alone, key=lambda card: PENALTIES[card.rank], default=None)


def _go_together(one: Card, other: Card) -> bool:
    """Whether one more card can make a meld of them."""
    near = abs(POSITIONS[one.rank] - POSITIONS[other.rank]) <= _NEAR
    return one.rank == other.rank or (one.suit == other.suit and near)


def _values(view: ThreeThirteenView, futures: int) -> dict[str, float]:
    """The value in points of every discard, by text form, averaged over this number of futures; greater is better."""
    outlook, worth = Outlook(view, futures), Worth(view)
    return {
        GAME.format_action(Discard(card)): -worth.cost(outlook.look(outlook.pack(without(view.hand, card))))
        - worth.price(card.value, serves_next(view, card, outlook.unseen))
        for card in dict.fromkeys(view.hand)
    }


DISCARD = DiscardPuzzles()
