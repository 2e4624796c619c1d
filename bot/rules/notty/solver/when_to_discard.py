"""When groups are best discarded. Hints and suggested discards both follow it, so that they never disagree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rules.cards import with_card
from bot.rules.notty.solver.shedding import best_discards

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.rules.cards import Card
    from bot.rules.notty.melds import Group
    from bot.rules.notty.view import NottyView


def groups_to_discard(view: NottyView) -> tuple[Group, ...]:
    """The groups that the seat to act, whose view it is, should discard now, the first one first: those that shed the
    most cards if the whole hand goes or only the fewest cards count, and one to make room or to keep the game going.

    Otherwise (): a pass wins, there is no group, or groups are worth more in the hand, which can be split in more ways.
    """
    groups = best_discards(view.hand)
    if sum(map(len, groups)) == len(view.hand):
        return groups
    if view.pass_wins:
        return ()
    if view.rounds_left == 0:
        return () if one_more_sheds(view) else groups
    return groups[:1] if _is_crowded(view) or (view.pass_ends_game and not view.most_drawn) else ()


def one_more_sheds(view: NottyView) -> bool:
    """Whether a card drawn, or taken from some hand, leaves fewer cards on average, because more groups can go then."""
    return drawing_sheds(view) or any(_sheds(view, hand) for hand in _to_take_from(view))


def drawing_sheds(view: NottyView) -> bool:
    """Whether a card drawn leaves fewer cards on average."""
    return view.most_drawn > 0 and _sheds(view, view.deck_cards)


def _is_crowded(view: NottyView) -> bool:
    """Whether there is too little room, and no card that may be taken after the draw could end the game."""
    if not view.needs_room:
        return False
    return view.most_drawn > 0 or not any(_left(view, card) == 0 for hand in _to_take_from(view) for card in set(hand))


def _to_take_from(view: NottyView) -> Iterator[tuple[Card, ...]]:
    """The hands from which a card can be taken without letting their players win."""
    if view.taken is None and view.room:
        yield from (hand for seat, hand in enumerate(view.hands) if seat != view.turn and len(hand) > 1)


def _sheds(view: NottyView, cards: tuple[Card, ...]) -> bool:
    """Whether one of the cards, all equally likely, leaves fewer cards on average than none."""
    left = {card: _left(view, card) for card in set(cards)}
    return sum(left[card] for card in cards) < len(cards) * cards_left(view.hand)


def _left(view: NottyView, card: Card) -> int:
    return cards_left(with_card(view.hand, card))


def cards_left(hand: tuple[Card, ...]) -> int:
    """How many cards are left after the best discards."""
    return len(hand) - sum(map(len, best_discards(hand)))
