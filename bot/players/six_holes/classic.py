"""The level `classic` of 6 Holes: place a card where it saves the most points, if it saves enough."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.players.player import Choice, Stop, Thought, never
from bot.players.six_holes.situation import situation
from bot.players.six_holes.strong import best_move
from bot.players.six_holes.threshold import best_place, take
from bot.rules.six_holes.actions import DISCARD, DRAW, PLACES, TAKES, Position

if TYPE_CHECKING:
    import random

    from bot.rules.six_holes.view import SixHolesView


class ClassicSixHolesPlayer:
    """Never turns up its own cards, because drawing leaves a choice. The last turn of a round it plays exactly."""

    level = "classic"

    def choose(self, view: SixHolesView, rng: random.Random, stop: Stop = never) -> Choice:
        if view.is_last_turn:
            return best_move(view)
        return turn(view) if view.drawn is None else use_drawn(view)


def turn(view: SixHolesView) -> Choice:
    """Take the available card if it saves enough, otherwise draw."""
    saving = take(situation(view))
    if saving is None:
        return Choice(DRAW, Thought("drew_for_choice"))
    place = Position(saving.place)
    facts = {"card": view.takeable, "place": place.label, "saves": round(saving.points, 1)}
    return Choice(TAKES[place], Thought("took_to_save", facts))


def use_drawn(view: SixHolesView) -> Choice:
    """Place the card just drawn where it saves the most, or discard it."""
    now = situation(view)
    saving = None if now.drawn is None else best_place(now, now.drawn)
    if saving is None:
        return Choice(DISCARD, Thought("discarded_as_no_help", {"card": view.drawn}))
    place = Position(saving.place)
    facts = {"card": view.drawn, "place": place.label, "saves": round(saving.points, 1)}
    return Choice(PLACES[place], Thought("placed_to_save", facts))
