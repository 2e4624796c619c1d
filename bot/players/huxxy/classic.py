"""The level `classic` of Huxxy: play the best turn from the hand alone, or draw."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.players.huxxy.from_hand import best_from_hand
from bot.players.huxxy.turn import carried_on, next_action, start_of
from bot.players.huxxy.why import why_draw, why_play
from bot.players.player import Choice, Rated, Stop, Thought, never
from bot.rules.huxxy.actions import DRAW, END_TURN, RESET, Move, Play
from bot.rules.huxxy.melds import hand_points

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from bot.rules.huxxy.view import HuxxyView


class ClassicHuxxyPlayer:
    """Plays as many cards as possible without moving any on the table."""

    def choose(self, view: HuxxyView, rng: random.Random, stop: Stop = never) -> Choice:
        return follow(view, best_from_hand(start_of(view)))


def follow(view: HuxxyView, plan: Sequence[Play | Move], *, certain: bool = False) -> Choice:
    """The next action of a plan; draw if it is empty, after ending or undoing a turn in progress.

    It is the only action ranked, by the cards it sheds, because whole turns are compared and not actions. The reasons
    contain the whole plan. `certain` means that no turn sheds more.
    """
    if not plan and not view.plays:
        return Choice(DRAW, why_draw(view, certain=certain))
    begun = carried_on(view, plan)
    action, plan = next_action(view, begun), plan if begun is None else begun
    if action == RESET:
        return Choice(action, Thought("took_back_all"))
    if not plan or (action == END_TURN and len(view.plays) != len(plan)):
        return Choice(action, Thought("ended_as_it_could"))
    played = [play.card for play in plan if isinstance(play, Play)]
    cards, moves = len(played), len(plan) - len(played)
    reasons = {"cards": cards, "moves": moves, "points": hand_points(played), "plan": tuple(plan)}
    return Choice(action, why_play(action, plan, certain=certain), (Rated(action, cards, reasons),))
