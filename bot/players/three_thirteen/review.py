"""The review of a turn of Three Thirteen: expected points lost at the draw and at the discard, and the draw's luck."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.players.judging import by_value, chance_of
from bot.players.player import JudgedTurn, Thought
from bot.players.three_thirteen.outlook import Outlook
from bot.players.three_thirteen.strong import StrongThreeThirteenPlayer
from bot.players.three_thirteen.why import explain
from bot.rules.cards import without
from bot.rules.three_thirteen.actions import DRAW_STOCK, Discard

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.players.player import Step, Verdict
    from bot.rules.cards import Card
    from bot.rules.three_thirteen.view import ThreeThirteenView

_MISSED = 6.0
"""Largest loss for not going out when possible: what being out is worth does not show in the points of one hand."""
_HOPELESS = 3.0
"""The least loss of a discard that was not compared, because it leaves too many points."""
_PLAYER = StrongThreeThirteenPlayer()


def review(turn: Sequence[Step[ThreeThirteenView]]) -> JudgedTurn:
    """Judge the draw and the discard, and what the card from the stock was worth compared with an average one."""
    luck = [_luck(step) for step in turn if step.action == DRAW_STOCK and step.after.seat_to_act == step.view.seat]
    return JudgedTurn([_judged(step) for step in turn], sum(luck) if luck else None)


def _judged(step: Step[ThreeThirteenView]) -> Verdict:
    choice = _PLAYER.choose(step.view, chance_of(step))
    found = by_value(step, choice, explain, unranked=_HOPELESS)
    if found.loss and isinstance(step.action, Discard) and all(it.action != step.action for it in choice.ranked):
        found = replace(found, why=_left(step, choice.action.card))
    went_out = choice.ranked and not choice.ranked[0].reasons["points"] and step.view.went_out is None
    if went_out and found.loss > _MISSED and "soon" not in choice.ranked[0].reasons:
        return replace(found, loss=_MISSED)
    return found


def _left(step: Step[ThreeThirteenView], best: Card) -> Thought:
    """Why a discard that was not compared is worse: by the points outside melds now."""
    outlook, hand, played = Outlook(step.view), step.view.hand, step.action.card
    after, more = (outlook.now(outlook.pack(without(hand, card))) for card in (best, played))
    return Thought("discarded_for_now", {"card": best}, {"other": played, "after": after, "more": more})


def _luck(step: Step[ThreeThirteenView]) -> float:
    """The points that the best discard leaves, compared with the average over all cards of the stock."""
    outlook = Outlook(step.view)
    return outlook.after_stock(outlook.pack(step.view.hand)) - outlook.now(outlook.pack(step.after.hand), 1)
