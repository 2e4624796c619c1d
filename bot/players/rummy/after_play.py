"""What a seat in Rummy sees after a play of its own, which follows from what it saw before."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.rules.cards import with_card, with_item, without
from bot.rules.rummy.actions import LayDown, Swap
from bot.rules.rummy.fitting import fits, freed_joker

if TYPE_CHECKING:
    from bot.rules.rummy.actions import LayOff
    from bot.rules.rummy.view import RummyView


def after_play(view: RummyView, action: LayDown | LayOff | Swap) -> RummyView:
    """What the seat sees after laying cards on the table, which hides nothing from it."""
    if isinstance(action, LayDown):
        hand = without(view.hand, *(card for meld in action.melds for card in meld))
        laid_down = tuple(laid or seat == view.seat for seat, laid in enumerate(view.laid_down))
        return replace(view, hand=hand, melds=(*view.melds, *action.melds), laid_down=laid_down)
    number = action.meld - 1
    meld = view.melds[number]
    places = fits(meld).swaps if isinstance(action, Swap) else fits(meld).lay_offs
    after = places[action.card][action.end or next(iter(places[action.card]))]
    hand = without(view.hand, action.card)
    if isinstance(action, Swap):
        hand = with_card(hand, freed_joker(meld, after))
    return replace(view, hand=hand, melds=with_item(view.melds, number, after))
