"""What happened at a table beside the game's own events, in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import N_, _
from bot.render.names import plain

if TYPE_CHECKING:
    from bot.render.cast import Cast
    from bot.rules.game import Event

_SENTENCES = {
    "time_ran_out": N_("{name} ran out of time; the computer played the turn."),
    "autopilot_on": N_("The autopilot plays for {name}."),
    "game_waits": N_("{name} is away; the game waits."),
    "autopilot_off": N_("{name} is back."),
    "seat_left": N_("{name} left; a computer player plays on."),
    "seat_taken_out": N_("The host took {name} out; a computer player plays on."),
    "kept_rated": N_("Everyone still playing agreed: the game stays rated."),
    "seat_returned": N_("{name} came back."),
    "seat_taken_over": N_("{name} took the seat of {before} over."),
    "action_undone": N_("{name} took the last action back; everybody agreed."),
}


def told(event: Event, cast: Cast) -> str | None:
    """The sentence for a piece of table news; None for the game's own events."""
    sentence = _SENTENCES.get(event.kind)
    if sentence is None or event.seat is None:
        return None
    name = event.facts.get("name")
    who = cast.short(event.seat) if name is None else plain(str(name))
    before = plain(str(event.facts.get("before", "")))
    return _(sentence).format(name=f"**{who}**", before=f"**{before}**")
