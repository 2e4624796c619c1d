"""What happened in 6 Holes, in past-tense sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.render.cards import face
from bot.render.words import listing, plural
from bot.rules.six_holes.actions import Position

if TYPE_CHECKING:
    from bot.render.cast import Cast
    from bot.rules.game import Event


def told(event: Event, cast: Cast) -> str | None:
    """The sentence about an event; None for what the board shows anyway."""
    who, facts = cast.name(event.seat), event.facts
    sentence: str | None = None
    match event.kind:
        case "card_opened":
            sentence = f"{who} turned up {face(facts['card'])} {_at(facts['position'])}."
        case "card_drawn":
            sentence = f"{who} drew {face(facts['card']) if 'card' in facts else 'a card'}."
        case "card_placed":
            sentence = f"{who} placed {face(facts['card'])} {_at(facts['position'])}; {face(facts['replaced'])} went."
        case "card_taken":
            sentence = f"{who} took {face(facts['card'])} to the {_place(facts['position'])}; {face(facts['replaced'])} went."
        case "card_discarded":
            sentence = f"{who} discarded {face(facts['card'])}."
        case "side_cards_open":
            sentence = f"🏁 {who} has all side cards up; one more turn for {cast.short(facts['last_turn'])}."
        case "round_ended":
            points = [f"{cast.short(seat)} {score}" for seat, score in enumerate(facts["scores"])]
            sentence = f"Round {facts['round']} ended: {listing(points)}."
        case "round_dealt":
            sentence = f"Round {facts['round']} was dealt; {cast.short(facts['starter'])} began."
        case "deck_reshuffled":
            sentence = f"The deck was empty: {plural(facts['cards'], 'discard')} became a new one."
    return sentence


def _place(position: str) -> str:
    return Position[position].label


def _at(position: str) -> str:
    return f"at the {_place(position)}"
