"""A whole turn of Rummy as `strong` would play it from a position, from the first play to the discard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.players.rummy.after_play import after_play
from bot.players.rummy.strong import StrongRummyPlayer
from bot.rules.rummy.actions import Discard

if TYPE_CHECKING:
    import random

    from bot.players.player import Choice
    from bot.rules.rummy.view import RummyView

_PLAYER = StrongRummyPlayer()


def whole_turn(view: RummyView, rng: random.Random) -> list[Choice]:
    """The plays of a seat that has drawn; the last one is the discard."""
    choices = [_PLAYER.choose(view, rng)]
    while not isinstance(action := choices[-1].action, Discard):
        view = after_play(view, action)
        choices.append(_PLAYER.choose(view, rng))
    return choices
