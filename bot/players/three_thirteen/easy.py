"""The level `easy` of Three Thirteen: melds correctly, but overlooks discards and discards at random."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.players.player import Choice, Stop, Thought, never
from bot.players.three_thirteen import classic
from bot.players.three_thirteen.classic import discardings
from bot.rules.cards import without
from bot.rules.three_thirteen import best_arrangement
from bot.rules.three_thirteen.actions import DRAW_STOCK, Discard
from bot.rules.three_thirteen.state import Phase

if TYPE_CHECKING:
    import random

    from bot.rules.three_thirteen.view import ThreeThirteenView

_OVERLOOKS = 0.5
_BY_FEELING = 0.5


class EasyThreeThirteenPlayer:
    """Plays like `classic` half of the time, and carelessly otherwise.

    When careless, it draws from the stock without looking at the pile, and discards any card outside its melds that it
    did not take from the pile. It never misses that it can go out, and takes care with its last turn of a round.
    """

    def choose(self, view: ThreeThirteenView, rng: random.Random, stop: Stop = never) -> Choice:
        if view.went_out is not None:
            return classic.draw(view) if view.phase is Phase.DRAW else classic.discard(view)
        if view.phase is Phase.DRAW:
            if view.upcard is not None and rng.random() < _OVERLOOKS:
                return Choice(DRAW_STOCK, Thought("overlooked_discard", {"card": view.upcard}))
            return classic.draw(view)
        return _discard(view, rng)


def _discard(view: ThreeThirteenView, rng: random.Random) -> Choice:
    best = discardings(view, view.hand)[0].card
    most_cards = view.arrangement != "fewest-points"
    loose = best_arrangement(without(view.hand, best), view.wild_rank, most_cards).unplaced
    natural = [card for card in loose if card.rank != view.wild_rank and card not in view.taken[view.turn]]
    if not natural or rng.random() >= _BY_FEELING:
        return classic.discard(view)
    card = natural[rng.randrange(len(natural))]
    return Choice(Discard(card), Thought("discarded_by_feeling", {"card": card}))
