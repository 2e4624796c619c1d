"""The level `classic` of 6 Holes: place a card where it saves the most points, if it saves enough."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bot.players.player import Choice, Stop, Thought, never
from bot.players.six_holes.situation import situation
from bot.players.six_holes.strong import best_move
from bot.rules.six_holes.actions import DISCARD, DRAW, MIDDLE, PLACES, TAKES, Position

if TYPE_CHECKING:
    import random

    from bot.players.six_holes.situation import Situation
    from bot.rules.six_holes.view import SixHolesView

SIDE_ENOUGH = 1.5
"""Points a card must save on a side, where it stays for good although a better card may come."""
MIDDLE_ENOUGH = 1.0
"""Points a card must save in the middle, where it can be replaced again."""
TAKE_MARGIN = 0.5
"""Extra points a card must save to be taken, because drawing may give a better one."""


class ClassicSixHolesPlayer:
    """Never turns up its own cards, because drawing leaves a choice. It plays the last turn of a round exactly."""

    def choose(self, view: SixHolesView, rng: random.Random, stop: Stop = never) -> Choice:
        if view.is_last_turn:
            return best_move(view)
        return turn(view) if view.drawn is None else use_drawn(view)


def turn(view: SixHolesView) -> Choice:
    """Take the available card if it saves enough, otherwise draw."""
    saving = take(situation(view))
    if saving is None:
        return Choice(DRAW, Thought("drew_for_choice"))
    facts = {"card": view.takeable, "place": saving.place.english, "saves": round(saving.points, 1)}
    return Choice(TAKES[saving.place], Thought("took_to_save", facts))


def use_drawn(view: SixHolesView) -> Choice:
    """Place the card just drawn where it saves the most, or discard it."""
    now = situation(view)
    saving = None if now.drawn is None else best_place(now, now.drawn)
    if saving is None:
        return Choice(DISCARD, Thought("discarded_as_no_help", {"card": view.drawn}))
    facts = {"card": view.drawn, "place": saving.place.english, "saves": round(saving.points, 1)}
    return Choice(PLACES[saving.place], Thought("placed_to_save", facts))


class Saving(NamedTuple):
    """A place for a card and the expected points it saves there."""

    place: Position
    points: float


def best_place(situation: Situation, card: int) -> Saving | None:
    """The place where the card saves the most; None if it saves enough nowhere.

    Face-down cards are equally likely any card of a full pack.
    """
    model = situation.model
    best: Saving | None = None
    for place in situation.places():
        shown, partner = situation.mine[place], situation.mine[place.partner]
        saved = model.expected(shown, partner) - model.expected(card, partner)
        enough = MIDDLE_ENOUGH if place in MIDDLE else SIDE_ENOUGH
        if saved > enough and (best is None or saved > best.points):
            best = Saving(place, saved)
    return best


def take(situation: Situation) -> Saving | None:
    """The place for the card that can be taken; None to draw instead."""
    if situation.takable is None:
        return None
    best = best_place(situation, situation.takable)
    return best if best is not None and best.points > SIDE_ENOUGH + TAKE_MARGIN else None
