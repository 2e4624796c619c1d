"""The level `easy` of Rummy: the house strategy with human errors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.players.player import Choice, Stop, Thought, never
from bot.players.rummy import house
from bot.rules.rummy.actions import DISCARDS, DRAW_STOCK, LayDown
from bot.rules.rummy.solver.laydown import best_laydown
from bot.rules.rummy.state import Phase

if TYPE_CHECKING:
    import random

    from bot.rules.rummy.view import RummyView

_OVERLOOKS = 0.5


class EasyRummyPlayer:
    """Half of the time, ignores the discard pile, overlooks lay-offs and discards at random.

    It always finds its own melds, never discards a joker or a card of a meld by mistake, and knows what it has taken a
    discard for.
    """

    def choose(self, view: RummyView, rng: random.Random, stop: Stop = never) -> Choice:
        has_taken = view.phase is Phase.PLAY and view.drew_discard
        overlooks = rng.random() < _OVERLOOKS and not has_taken
        if view.phase is Phase.DRAW:
            if overlooks and view.upcard is not None:
                return Choice(DRAW_STOCK, Thought("overlooked_discard", {"card": view.upcard}))
            return house.draw(view)
        laid = house.lay(view)
        if laid is not None and (not overlooks or isinstance(laid.action, LayDown)):
            return laid
        return _discard_by_feeling(view, rng) if overlooks else house.discard(view)


def _discard_by_feeling(view: RummyView, rng: random.Random) -> Choice:
    melds = best_laydown(view.hand, 0)
    loose = [card for card in house.outside(view.hand, melds) if not card.is_joker]
    if not loose or len(view.hand) == 1:
        return house.discard(view)
    card = loose[rng.randrange(len(loose))]
    return Choice(DISCARDS[card.order], Thought("discarded_by_feeling", {"card": card}))
