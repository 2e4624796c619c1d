"""A whole turn of Rummy as `strong` would play it from a position, from the first play to the discard."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.players.rummy.strong import StrongRummyPlayer
from bot.rules.cards import with_card, without
from bot.rules.rummy.actions import Discard, LayDown, LayOff
from bot.rules.rummy.fitting import fits, freed_joker

if TYPE_CHECKING:
    import random

    from bot.players.player import Choice
    from bot.rules.rummy.actions import Swap
    from bot.rules.rummy.view import RummyView

_PLAYER = StrongRummyPlayer()


def whole_turn(view: RummyView, rng: random.Random) -> list[Choice]:
    """The plays of a seat that has drawn; the last one is the discard."""
    choices = [_PLAYER.choose(view, rng)]
    while not isinstance(action := choices[-1].action, Discard):
        view = after_play(view, action)
        choices.append(_PLAYER.choose(view, rng))
    return choices


def after_play(view: RummyView, action: LayDown | LayOff | Swap) -> RummyView:
    """What the seat sees after laying cards on the table, which hides nothing from it."""
    if isinstance(action, LayDown):
        hand = without(view.hand, *(card for meld in action.melds for card in meld))
        laid_down = tuple(laid or seat == view.seat for seat, laid in enumerate(view.laid_down))
        return replace(view, hand=hand, melds=(*view.melds, *action.melds), laid_down=laid_down)
    meld = view.melds[action.meld - 1]
    places = fits(meld).lay_offs if isinstance(action, LayOff) else fits(meld).swaps
    after = places[action.card][action.end or next(iter(places[action.card]))]
    hand = without(view.hand, action.card)
    if not isinstance(action, LayOff):
        hand = with_card(hand, freed_joker(meld, after))
    return replace(view, hand=hand, melds=(*view.melds[: action.meld - 1], after, *view.melds[action.meld :]))
