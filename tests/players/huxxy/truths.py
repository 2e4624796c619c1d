"""Checks for the sentences of Huxxy's computer players: one for every kind of thought."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.players.huxxy.strong import best_plan
from bot.players.huxxy.turn import start_of
from bot.rules.cards import without
from bot.rules.huxxy import GAME as HUXXY
from bot.rules.huxxy.actions import Move, Play
from tests.players.checks import Check, true

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.players.player import Choice


def turn_sheds(view: Any, choice: Choice, facts: Mapping[str, Any]) -> bool:
    """Check that the plan is legal when played to its end, and sheds what the sentence says."""
    start = start_of(view)
    plan = choice.ranked[0].reasons["plan"]
    groups, hand = [list(group) for group in start.table], start.hand
    for action in plan:
        if isinstance(action, Play):
            hand = without(hand, action.card)
            target = action.group
        else:
            groups[action.source - 1].remove(action.card)
            target = action.target
        if target is None:
            groups.append([action.card])
        else:
            groups[target - 1].append(action.card)
    moves = sum(isinstance(action, Move) for action in plan)
    assert facts["cards"] == len(start.hand) - len(hand) > 0
    assert facts.get("moves", 0) == moves
    if "card" in facts:
        assert facts["card"] == choice.action.card
    return choice.action in plan and choice.action in view.legal_actions


def and_no_turn_sheds_more(view: Any, choice: Choice, facts: Mapping[str, Any]) -> bool:
    found = best_plan(start_of(view))
    most = sum(isinstance(action, Play) for action in found.actions)
    return found.certain and most == facts["cards"] and turn_sheds(view, choice, facts)


def no_turn(view: Any, _choice: Choice, _facts: Mapping[str, Any]) -> bool:
    return best_plan(start_of(view)) == ((), True)


TRUTHS: dict[str, Check] = {
    "drew_at_random": true,
    "drew_without_looking": true,
    "ended_as_it_could": lambda view, choice, facts: view.why_not_end is None,
    "took_back_all": lambda view, choice, facts: view.why_not_end is not None,
    "drew_as_nothing_goes": lambda view, choice, facts: view.opened[view.seat] and no_turn(view, choice, facts),
    "drew_as_nothing_opens": lambda view, choice, facts: not view.opened[view.seat] and no_turn(view, choice, facts),
    "drew_as_nothing_found": true,
    "winning_turn": lambda view, choice, facts: facts["cards"] == len(start_of(view).hand),
    "best_turn": and_no_turn_sheds_more,
    "better_turn": lambda view, choice, facts: (
        facts["cards"] > facts["shed"] > 0 and and_no_turn_sheds_more(view, choice, facts)
    ),
    "other_turn": lambda view, choice, facts: facts["cards"] > facts["shed"] > 0 and turn_sheds(view, choice, facts),
    "found_turn": turn_sheds,
    "ends_turn": lambda view, choice, facts: (
        HUXXY.format_action(choice.action) == "end" and len(view.plays) == len(choice.ranked[0].reasons["plan"])
    ),
    **{
        f"{start}_{kind}_turn{moves}": and_no_turn_sheds_more if kind == "best" else turn_sheds
        for start in ("plays", "moves", "moves_to_new")
        for kind in ("best", "found")
        for moves in ("", "_with_moves")
    },
}
