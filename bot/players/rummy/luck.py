"""The luck of a draw in Rummy: the points that the card adds to the hand's melds, compared with an average one."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from bot.players.rummy.strong import unseen_cards
from bot.rules.cards import Card, with_card, without
from bot.rules.rummy.fitting import lay_offs
from bot.rules.rummy.melds import CARD_POINTS
from bot.rules.rummy.solver.laydown import best_value

if TYPE_CHECKING:
    from bot.rules.rummy.view import RummyView


def luck_of_draw(before: RummyView, hand: tuple[Card, ...]) -> float:
    """How many points more the drawn card adds to the hand's melds than an average unseen one."""
    [drawn] = without(hand, *before.hand)
    unseen = Counter(unseen_cards(before))
    worth = {card: _worth_with(before, card) for card in (drawn, *unseen)}
    return worth[drawn] - sum(worth[card] * copies for card, copies in unseen.items()) / unseen.total()


def _worth_with(view: RummyView, card: Card) -> int:
    """The points of the hand's melds with this card, or without it if it is worth more laid off."""
    melded = best_value(with_card(view.hand, card))
    if view.turn.laid_down and lay_offs((card,), view.melds):
        return max(melded, best_value(view.hand) + CARD_POINTS[card.rank])
    return melded
