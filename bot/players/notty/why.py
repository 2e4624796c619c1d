"""Why a choice in Notty is better than another, in the chances of the evaluation that chose it.

All hands are open, so everybody may read the figures.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import N_
from bot.players.player import Rated, Thought
from bot.rules.notty.actions import Draw, Take

if TYPE_CHECKING:
    from bot.rules.notty.view import NottyView

UNLIKELY = 5
"""Chances below this percentage are called unlikely, as they come from a few dozen samples."""


def explain(view: NottyView, best: Rated, other: Rated | None) -> Thought:
    """Why `best`, a number of cards to draw or a seat to take from, was chosen rather than `other`."""
    if isinstance(best.action, Take):
        return _why_take(best)
    count: int = best.action.count
    percent = round(100 * best.reasons["chance"])
    if percent < UNLIKELY:
        return Thought("drew_to_collect" if count == view.most_drawn else "drew_fewer", {"count": count})
    if other is None or not isinstance(other.action, Draw):
        return Thought("drew_what_is_left", {"count": count})
    less = round(100 * other.reasons["chance"])
    facts = {"count": count, "percent": percent, "other": other.action.count}
    if less >= percent:
        return Thought("drew_for_the_end_alike", facts)
    return Thought("drew_for_the_end", {**facts, "less": less})


def _why_take(best: Rated) -> Thought:
    seat = best.action.seat + 1
    percent, relief = (round(100 * best.reasons[name]) for name in ("chance", "relief"))
    if percent >= max(relief, 1):
        return Thought("took_for_the_end", {"seat": seat, "percent": percent})
    if relief >= 1:
        return Thought("took_to_hinder", {"seat": seat, "relief": relief})
    return Thought("took_to_collect", {"seat": seat})


WHY = {
    "drew_to_collect": (
        N_("I draw {count} and go on collecting."),
        N_(
            "Your hand is unlikely to go this turn, however many you draw: collect. The more cards you hold, the "
            "more groups there are to choose from."
        ),
    ),
    "drew_fewer": (
        N_("I draw {count} and go on collecting."),
        N_("Your hand is unlikely to go this turn, but drawing {count} gives it a better chance than drawing more."),
    ),
    "drew_for_the_end": (
        N_("I draw {count} for a {percent}% chance to discard my whole hand at once."),
        N_(
            "If you draw {count}, your whole hand can go this turn in about {percent} of 100 cases, with {other} "
            "in {less}."
        ),
    ),
    "drew_for_the_end_alike": (
        N_("I draw {count} for a {percent}% chance to discard my whole hand at once."),
        N_(
            "If you draw {count}, your whole hand can go this turn in about {percent} of 100 cases, and with "
            "{other} just as often."
        ),
    ),
    "drew_what_is_left": (
        N_("I draw {count}."),
        N_("{count} is all that can be drawn."),
    ),
    "took_for_the_end": (
        N_("I take from seat {seat} for a {percent}% chance to discard my whole hand at once."),
        N_("With a card from seat {seat} your whole hand can go in {percent} of 100 cases."),
    ),
    "took_to_hinder": (
        N_("I take from seat {seat}, whose hand is close to its end."),
        N_(
            "Seat {seat} may finish on its next turn: with one card less, that happens in about {relief} fewer of 100 "
            "cases."
        ),
    ),
    "took_to_collect": (
        N_("I take a card from seat {seat} and go on collecting."),
        N_("One more card from seat {seat} gives you more groups to choose from."),
    ),
    "took_the_last_card": (
        N_("It takes the last card of seat {seat}."),
        N_("Taking the last card of seat {seat} lets that player win at once."),
    ),
    "split_badly": (
        N_("I discard this group."),
        N_("Split in the best way, {cards:cards} of your hand can go; in a worse way, only {less}."),
    ),
    "collects": (
        N_("I am collecting: groups are worth more in my hand until all of it can go at once."),
        N_("Your hand cannot all go at once yet: keep its groups, and end your turn."),
    ),
}
