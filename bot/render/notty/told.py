"""What happened in Notty, in past-tense sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.render.cards import face, faces
from bot.render.words import plural

if TYPE_CHECKING:
    from bot.render.cast import Cast
    from bot.rules.game import Event


def told(event: Event, cast: Cast) -> str | None:
    """The sentence about an event; None for what the board shows anyway."""
    who, facts = cast.name(event.seat), event.facts
    if event.kind == "cards_drawn":
        return f"{who} drew {faces(facts['cards'], None, ' ')}."
    if event.kind == "card_taken":
        return f"{who} took {face(facts['card'])} from {cast.short(facts['from_seat'])}."
    if event.kind == "group_discarded":
        return f"{who} discarded the {facts['group']} {faces(facts['cards'], None, ' ')}."
    if event.kind == "turn_passed":
        return (
            f"{who} passed; {plural(facts['passes_left'], 'more pass', 'more passes')} in a row end the game."
        )
    return None
