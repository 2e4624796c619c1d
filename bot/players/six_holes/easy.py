"""The level `easy` of 6 Holes: turns up cards for no reason, and often overlooks a card that it could take."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.players.player import Choice, Stop, Thought, never
from bot.players.six_holes import classic
from bot.players.six_holes.strong import best_move
from bot.rules.six_holes.actions import DRAW, Open

if TYPE_CHECKING:
    import random

    from bot.rules.six_holes.view import SixHolesView

_CURIOUS = 0.35
_OVERLOOKS = 0.5


class EasySixHolesPlayer:
    """Uses a drawn card like `classic`; in a third of its turns it turns up one of its own cards instead.

    It plays the last turn of a round with care, because there is nothing left to be curious about.
    """

    def choose(self, view: SixHolesView, rng: random.Random, stop: Stop = never) -> Choice:
        if view.is_last_turn:
            return best_move(view)
        if view.drawn is not None:
            return classic.use_drawn(view)
        opens = [action for action in view.legal_actions if isinstance(action, Open)]
        if opens and rng.random() < _CURIOUS:
            action = opens[rng.randrange(len(opens))]
            return Choice(action, Thought("opened_out_of_curiosity", {"place": action.position.english}))
        return Choice(DRAW, Thought("drew_for_choice")) if rng.random() < _OVERLOOKS else classic.turn(view)
