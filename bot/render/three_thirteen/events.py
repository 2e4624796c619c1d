"""Events of Three Thirteen as past-tense sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _, listing, ngettext
from bot.render.cards import face
from bot.render.doing import Doing

if TYPE_CHECKING:
    from bot.render.cast import Cast
    from bot.rules.game import Event


def event_sentence(event: Event, cast: Cast, wild: str | None) -> str | None:
    """The sentence about an event; None if the board shows it anyway."""
    who, facts = cast.name(event.seat), event.facts
    sentence: str | None = None
    match event.kind:
        case "card_drawn" if facts["source"] == "discard":
            sentence = _("{who} took {card} from the pile.").format(who=who, card=face(facts["card"], wild))
        case "card_drawn" if "card" in facts:
            sentence = _("{who} drew {card}.").format(who=who, card=face(facts["card"], wild))
        case "card_drawn":
            sentence = _("{who} drew from the stock.").format(who=who)
        case "card_discarded":
            sentence = _("{who} discarded {card}.").format(who=who, card=face(facts["card"], wild))
        case "pile_reshuffled":
            sentence = ngettext(
                "The stock was empty: {number} card of the discard pile became the new stock.",
                "The stock was empty: {number} cards of the discard pile were shuffled into a new stock.",
                facts["cards"],
            ).format(number=facts["cards"])
        case "went_out":
            others = listing([cast.short(seat) for seat in facts["last_turns"]])
            sentence = _("🏁 {who} went out; one more turn for {others}.").format(who=who, others=others)
        case "round_ended":
            points = listing([f"{cast.short(seat)} {cost:+d}" for seat, cost in enumerate(facts["penalties"])])
            sentence = _("Round {round} ended: {points}.").format(round=facts["round"], points=points)
        case "round_dealt":
            sentence = _("Round {round} was dealt; {name} began.").format(
                round=facts["round"], name=cast.short(facts["starter"])
            )
    return sentence


def doing(event: Event, wild: str | None) -> Doing | None:
    """The player's act as a verb phrase without its subject; None for events that no player caused."""
    facts = event.facts
    match event.kind:
        case "card_drawn" if facts["source"] == "discard":
            return Doing(_("took {card} from the pile").format(card=face(facts["card"], wild)))
        case "card_drawn":
            return Doing(_("drew a card"), routine=True)
        case "card_discarded":
            return Doing(_("discarded {card}").format(card=face(facts["card"], wild)))
        case "went_out":
            return Doing(_("went out"), actions=0)
    return None
