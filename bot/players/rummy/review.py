"""The review of a turn of Rummy: certain mistakes only, for its evaluation sees too little of the game.

Who could have gone out, broke a meld, gave a card that the next player lays off, or threw back the card just taken.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from bot.players.judging import chance_of, verdict
from bot.players.player import JudgedTurn, Thought, Verdict
from bot.players.rummy.strong import StrongRummyPlayer, can_go_out, is_gift, unseen_cards
from bot.rules.cards import with_card, without
from bot.rules.rummy.actions import DISCARDS, DRAW_DISCARD, DRAW_STOCK, Discard
from bot.rules.rummy.fitting import lay_offs
from bot.rules.rummy.melds import CARD_POINTS
from bot.rules.rummy.solver.laydown import best_value
from bot.rules.rummy.state import Phase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.players.player import Step
    from bot.rules.cards import Card
    from bot.rules.rummy.view import RummyView

MISSED_OUT = 8.0
GIFT = 2.5
THROWN_BACK = 1.0
"""Losses of certain mistakes, in points: they are settled, not measured."""
MELD_POINTS = 10.0
"""A broken meld costs a point for so many points of melds that the hand loses, and an inaccuracy at least."""
_PLAYER = StrongRummyPlayer()


def review(turn: Sequence[Step[RummyView]]) -> JudgedTurn:
    """Judge the draw, the plays and the discard of the turn."""
    plays = [step for step in turn if step.view.phase is not Phase.DRAW]
    draws = [Verdict(step.number, 0.0) for step in turn if step.view.phase is Phase.DRAW]
    luck = _luck(turn[0]) if turn[0].action == DRAW_STOCK else None
    if not plays or not isinstance(plays[-1].action, Discard):
        return JudgedTurn(draws, luck)
    first, last = plays[0], plays[-1]
    if can_go_out(first.view) and last.after.hand:
        choice = _PLAYER.choose(first.view, chance_of(first))
        missed = verdict(first, MISSED_OUT, choice.action, choice.thought)
        return JudgedTurn([*draws, missed], luck)
    return JudgedTurn([*draws, _discard(last, took=turn[0].action == DRAW_DISCARD)], luck)


def _discard(step: Step[RummyView], *, took: bool) -> Verdict:
    """The dearest of what can be said against a discard."""
    view, card = step.view, step.action.card
    loose = _loose(view.hand)
    if loose and card not in loose and not card.is_joker:
        value = {it: best_value(without(view.hand, it)) for it in (card, *loose)}
        better = max(loose, key=lambda it: value[it])
        facts = {"before": value[better], "after": value[card]}
        if value[better] > value[card]:
            loss = max(1.0, (value[better] - value[card]) / MELD_POINTS)
            return verdict(step, loss, DISCARDS[better.order], Thought("broke_a_meld", {"card": card}, facts))
    harmless = [it for it in loose if not is_gift(view, it)]
    if is_gift(view, card) and harmless:
        why = Thought("gave_a_lay_off", {"card": card})
        return verdict(step, GIFT, DISCARDS[harmless[0].order], why)
    others = [it for it in loose if it != card]
    if took and card == view.drawn and others:
        return verdict(step, THROWN_BACK, DISCARDS[others[0].order], Thought("threw_back", {"card": card}))
    return Verdict(step.number, 0.0)


def _loose(hand: tuple[Card, ...]) -> list[Card]:
    """The natural cards that no meld of the hand needs: without one of them the melds are worth as much."""
    most = best_value(hand)
    return [card for card in dict.fromkeys(hand) if not card.is_joker and best_value(without(hand, card)) == most]


def _luck(step: Step[RummyView]) -> float:
    """By how many points more the drawn card raises what the hand's melds are worth than an average unseen one."""
    [drawn] = without(step.after.hand, *step.view.hand)
    unseen = Counter(unseen_cards(step.view))
    worth = {card: _worth_with(step.view, card) for card in (drawn, *unseen)}
    return worth[drawn] - sum(worth[card] * copies for card, copies in unseen.items()) / unseen.total()


def _worth_with(view: RummyView, card: Card) -> int:
    """The points of the hand's melds with this card, or without it if it is worth more laid off."""
    melded = best_value(with_card(view.hand, card))
    if view.turn.laid_down and lay_offs((card,), view.melds):
        return max(melded, best_value(view.hand) + CARD_POINTS[card.rank])
    return melded
