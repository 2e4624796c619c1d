"""The review of a turn of Notty: a missed chance to discard the whole hand; collecting costs nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.players.judging import by_value, chance_of, verdict
from bot.players.notty.emptying import can_empty, pack
from bot.players.notty.strong import StrongNottyPlayer
from bot.players.notty.why import explain
from bot.players.player import JudgedTurn, Thought, Verdict
from bot.rules.notty import best_discards
from bot.rules.notty.actions import END, Discard, Draw, Take

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.players.player import Step
    from bot.rules.notty.view import NottyView

CHANCE = 10.0
"""Points of loss for a certain chance to finish: a tenth is an inaccuracy, six tenths are a blunder."""
_NOISE = 0.1
"""Chances come from a few dozen samples: a smaller difference is none."""
_PLAYER = StrongNottyPlayer()


def review(turn: Sequence[Step[NottyView]]) -> JudgedTurn:
    """Judge what was drawn and from whom was taken, and whether the turn ended with cards that could have gone.

    Where there was nothing to win or lose there is no verdict: most turns only collect.
    """
    return JudgedTurn([found for step in turn if (found := _judged(step)) is not None])


def _judged(step: Step[NottyView]) -> Verdict | None:
    hand = step.view.hand
    if can_empty(pack(hand)):
        return _finishing(step)
    if step.view.rounds_left == 0:
        return _last_round(step)
    if not isinstance(step.action, Draw | Take):
        return None
    choice = _PLAYER.choose(step.view, chance_of(step))
    if not choice.ranked or choice.ranked[0].reasons["chance"] < _NOISE:
        return None
    found = by_value(step, choice, explain, CHANCE)
    return found if found.loss >= CHANCE * _NOISE else Verdict(step.number, 0.0)


def _finishing(step: Step[NottyView]) -> Verdict:
    """The whole hand can go: any discard that still lets the rest go is right."""
    if isinstance(step.action, Discard) and can_empty(pack(step.after.hand)):
        return Verdict(step.number, 0.0)
    why = Thought("discarded_to_win", {"cards": len(step.view.hand)})
    return verdict(step, CHANCE, Discard(best_discards(step.view.hand)[0]), why)


def _last_round(step: Step[NottyView]) -> Verdict | None:
    """The fewest cards count now: who ends the turn keeps what could have gone."""
    if step.action != END:
        return None
    groups = best_discards(step.view.hand)
    cards = sum(map(len, groups))
    if not groups:
        return Verdict(step.number, 0.0)
    return verdict(step, float(cards), Discard(groups[0]), Thought("discarded_at_the_limit", {"cards": cards}))
