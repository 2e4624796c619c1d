"""What happened in Rummy, in past-tense sentences."""

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
    sentence: str | None = None
    match event.kind:
        case "card_drawn" if facts["source"] == "discard":
            sentence = f"{who} took {face(facts['card'])} from the pile."
        case "card_drawn":
            sentence = f"{who} drew {face(facts['card']) if 'card' in facts else 'from the stock'}."
        case "melds_laid_down":
            melds = " / ".join(faces(meld, None, " ") for meld in facts["melds"])
            sentence = f"{who} laid {melds} ({plural(facts['value'], 'point')})."
        case "card_laid_off":
            sentence = f"{who} laid {face(facts['card'])} off on meld {facts['meld']}."
        case "joker_swapped":
            sentence = f"{who} swapped {face(facts['card'])} for the joker of meld {facts['meld']}."
        case "card_discarded":
            sentence = f"{who} discarded {face(facts['card'])}."
        case "went_out":
            sentence = f"🏁 {who} went out."
        case "stock_renewed":
            sentence = f"The stock was empty: {plural(facts['cards'], 'discard')} became a new one."
    return sentence
