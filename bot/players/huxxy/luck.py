"""The luck of a draw in Huxxy: how many cards can go at once with the card drawn, compared with an average one."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from bot.players.huxxy.from_hand import best_from_hand
from bot.players.huxxy.turn import start_of
from bot.rules.cards import JOKER, STANDARD_PACK, Card, with_card, without

if TYPE_CHECKING:
    from bot.players.huxxy.turn import Start
    from bot.rules.huxxy.view import HuxxyView


def luck_of_draw(before: HuxxyView, hand: tuple[Card, ...]) -> float:
    """How many cards more the hand alone could play at once, after the draw, than with an average unseen card.

    Only the hand counts, since moving cards on the table is skill; the table is as it was at the draw.
    """
    start = start_of(before)
    [drawn] = without(hand, *start.hand)
    unseen = _unseen(before, start)
    average = sum(_plays(start, card) * copies for card, copies in unseen.items()) / unseen.total()
    return _plays(start, drawn) - average


def _plays(start: Start, card: Card) -> int:
    return len(best_from_hand(start._replace(hand=with_card(start.hand, card))))


def _unseen(view: HuxxyView, start: Start) -> Counter[Card]:
    """The cards of the stock and of other hands."""
    deck = Counter(STANDARD_PACK * 2 + (JOKER, JOKER) * view.jokers)
    return deck - Counter(start.hand) - Counter(card for group in start.table for card in group)
