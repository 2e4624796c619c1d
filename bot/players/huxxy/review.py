"""The review of a turn of Huxxy: the cards that the best turn would have shed but this one did not, and its luck."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from bot.players.huxxy.from_hand import best_from_hand
from bot.players.huxxy.strong import best_plan
from bot.players.huxxy.turn import start_of
from bot.players.huxxy.why import why_turn
from bot.players.judging import verdict
from bot.players.player import JudgedTurn
from bot.rules.cards import JOKER, STANDARD_PACK, Card, with_card, without
from bot.rules.huxxy.actions import DRAW, END_TURN, Play

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.players.huxxy.turn import Start
    from bot.players.player import Step
    from bot.rules.huxxy.view import HuxxyView

CARD = 0.6
"""Points of loss for each card: two are an inaccuracy, five a mistake. One is neither: the best turn is hard to see."""
_OUT = 6.0
"""The least loss for missing a chance to play the last card."""


def review(turn: Sequence[Step[HuxxyView]]) -> JudgedTurn:
    """Judge the turn as a whole, if the player made all of it: cards may be played in any order and taken back.

    If no card could go, there was no choice to judge.
    """
    first, last = turn[0], turn[-1]
    if first.view.plays or last.action not in (DRAW, END_TURN):
        return JudgedTurn([])
    start = start_of(first.view)
    plan = best_plan(start)
    most = sum(isinstance(action, Play) for action in plan.actions)
    shed = 0 if last.action == DRAW else len(start.hand) - len(last.after.hand)
    luck = _luck(last) if last.action == DRAW else None
    if not most and plan.certain:
        return JudgedTurn([], luck)
    missed = max(0, most - shed)
    loss = missed * CARD
    if missed and most == len(start.hand):
        loss = max(loss, _OUT)
    why = why_turn(plan.actions, len(start.hand), shed, certain=plan.certain)
    return JudgedTurn([verdict(first, loss, plan.actions, why, len(turn))], luck)


def _luck(step: Step[HuxxyView]) -> float:
    """How many cards more the hand alone could play at once, after the draw, than with an average unseen card.

    Only the hand counts, since moving cards on the table is skill; the table is as it was at the draw.
    """
    start = start_of(step.view)
    [drawn] = without(step.after.hand, *start.hand)
    unseen = _unseen(step.view, start)
    average = sum(_plays(start, card) * copies for card, copies in unseen.items()) / unseen.total()
    return _plays(start, drawn) - average


def _plays(start: Start, card: Card) -> int:
    return len(best_from_hand(start._replace(hand=with_card(start.hand, card))))


def _unseen(view: HuxxyView, start: Start) -> Counter[Card]:
    """The cards of the stock and of other hands."""
    deck = Counter(STANDARD_PACK * 2 + (JOKER, JOKER) * view.jokers)
    return deck - Counter(start.hand) - Counter(card for group in start.table for card in group)
