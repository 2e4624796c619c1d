"""The level `easy` of Notty: draws at random, takes only in the last round, and sometimes overlooks groups."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.players.notty import classic
from bot.players.player import Choice, Stop, Thought, never
from bot.rules.notty import largest_discard
from bot.rules.notty.actions import END, Discard, Draw

if TYPE_CHECKING:
    import random

    from bot.rules.notty.view import NottyView

_OVERLOOKS = 0.4


class EasyNottyPlayer:
    """Discards the largest group, which is not always the best one, and in some turns overlooks all of them.

    In the last round, when only the number of cards counts, it plays like `classic`.
    """

    def choose(self, view: NottyView, rng: random.Random, stop: Stop = never) -> Choice:
        if view.rounds_left == 0:
            return classic.shed(view, rng)
        draws = [action for action in view.legal_actions if isinstance(action, Draw)]
        if draws:
            action = draws[rng.randrange(len(draws))]
            return Choice(action, Thought("drew_by_feeling", {"count": action.count}))
        group = largest_discard(view.hand)
        if not group:
            return Choice(END, Thought("ended_with_nothing_to_discard"))
        if len(group) < len(view.hand) and rng.random() < _OVERLOOKS:
            return Choice(END, Thought("overlooked_group"))
        return Choice(Discard(group), Thought("discarded_largest", {"cards": len(group)}))
