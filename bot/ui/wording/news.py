"""Table news, besides the game's own events, as sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import N_, _
from bot.render.cast import Cast
from bot.render.names import FORMER_PLAYER, plain
from bot.ui.wording.seats import AUTOPILOT, cast_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules.game import Event
    from bot.tables.model.records import TableRecord

_SENTENCES = {
    "time_ran_out": N_("{name} ran out of time; the computer took over the turn."),
    "autopilot_on": N_("The autopilot plays for {name}."),
    "game_waits": N_("{name} is away; the game waits."),
    "autopilot_off": N_("{name} is back."),
    "seat_left": N_("{name} left; a computer player plays on."),
    "seat_taken_out": N_("{name} was removed; a computer player plays on."),
    "host_passed": N_("{name} is the host now."),
    "seat_returned": N_("{name} came back."),
    "seat_taken_over": N_("{name} took over {before}'s seat."),
}
CHANGES = {
    "autopilot_on": None,
    "game_waits": None,
    "autopilot_off": AUTOPILOT,
    "seat_left": None,
    "seat_taken_out": None,
    "seat_returned": AUTOPILOT,
    "seat_taken_over": AUTOPILOT,
}
"""The level that played the seat before each event, unless it was the autopilot; None for a person."""
_NO_LONGER_PLAYS = N_("{name} no longer plays, so the question is settled.")
_NOT_RATED = N_("{name} did not agree, so the game is not rated.")
_OUTCOMES = {
    "action_undone": N_("{name} took the last action back; everybody agreed."),
    "undo_declined": N_("{name} did not agree to take the last action back."),
    "undo_withdrawn": N_("{name} no longer asks to take the last action back."),
    "undo_overtaken": N_("{name} played on, so the last action is not taken back."),
    "undo_left_open": _NO_LONGER_PLAYS,
    "end_declined": N_("{name} wants to play on, so the game does not end."),
    "end_withdrawn": N_("{name} no longer asks to end the game."),
    "end_left_open": _NO_LONGER_PLAYS,
    "kept_rated": N_("Everybody still playing agreed: the game stays rated."),
    "keep_rated_declined": _NOT_RATED,
    "keep_rated_withdrawn": _NOT_RATED,
    "keep_rated_left_open": _NO_LONGER_PLAYS,
}
"""Outcomes of proposals."""
_UNDONE_ALONE = N_("{name} took the last action back.")
_ALL = _SENTENCES | _OUTCOMES


def cast_before(event: Event, cast: Cast) -> Cast:
    """The cast before the event (one of `CHANGES`), given the cast after it."""
    if event.seat is None:
        return cast
    names, levels = list(cast.names), list(cast.levels)
    names[event.seat] = _before(event) or names[event.seat]
    levels[event.seat] = AUTOPILOT if event.facts.get("autopilot") else CHANGES[event.kind]
    return Cast(tuple(names), tuple(levels))


def casts(events: Sequence[Event], cast: Cast) -> list[Cast]:
    """The cast at each event, given the one after all of them: a seat that was taken over had another name before."""
    found = []
    for event in reversed(events):
        found.append(cast)
        if event.kind in CHANGES:
            cast = cast_before(event, cast)
    return found[::-1]


def news_sentence(event: Event, cast: Cast) -> str | None:
    """The sentence for a piece of table news, with the cast after it; None for the game's own events."""
    sentence = _UNDONE_ALONE if event.facts.get("alone") else _ALL.get(event.kind)
    if sentence is None or event.seat is None:
        return None
    return _(sentence).format(name=f"**{cast.short(event.seat)}**", before=f"**{plain(_before(event))}**")


def _before(event: Event) -> str:
    """Who left the seat that somebody took over; empty for other news. People whose data was deleted have no name."""
    return str(event.facts["before"]) or _(FORMER_PLAYER) if "before" in event.facts else ""


def outcome(table: TableRecord) -> str | None:
    """The outcome of the last proposal as a sentence; None if that is long ago."""
    if table.ended_by_agreement:
        return _("Everybody agreed.")
    cast = cast_of(table)
    return next((news_sentence(event, cast) for event in reversed(table.recent) if event.kind in _OUTCOMES), None)
