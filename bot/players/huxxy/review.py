"""The review of a turn of Huxxy: the cards that the best turn would have shed but this one did not, and its luck."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.players.huxxy.luck import luck_of_draw
from bot.players.huxxy.strong import best_plan
from bot.players.huxxy.turn import start_of
from bot.players.huxxy.why import why_turn
from bot.players.judging import verdict
from bot.players.player import JudgedTurn
from bot.rules.huxxy.actions import DRAW, END_TURN, Play

if TYPE_CHECKING:
    from collections.abc import Sequence

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
    luck = luck_of_draw(last.view, last.after.hand) if last.action == DRAW else None
    if not most and plan.certain:
        return JudgedTurn([], luck)
    missed = max(0, most - shed)
    loss = missed * CARD
    if missed and most == len(start.hand):
        loss = max(loss, _OUT)
    why = why_turn(plan.actions, len(start.hand), shed, certain=plan.certain)
    return JudgedTurn([verdict(first, loss, plan.actions, why, len(turn))], luck)
