"""Events of Notty as past-tense sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import N_, _, ngettext
from bot.render.cards import face, faces
from bot.render.doing import Doing

if TYPE_CHECKING:
    from bot.render.cast import Cast
    from bot.rules.game import Event


def event_sentence(event: Event, cast: Cast, *, is_over: bool = False) -> str | None:
    """The sentence about an event, after which the game may be over; None if the board shows it anyway."""
    who, facts = cast.name(event.seat), event.facts
    if event.kind == "cards_drawn":
        return _("{who} drew {cards}.").format(who=who, cards=faces(facts["cards"]))
    if event.kind == "card_taken":
        return _("{who} took {card} from {other}.").format(
            who=who, card=face(facts["card"]), other=cast.short(facts["from_seat"])
        )
    if event.kind == "group_discarded":
        return _(_DISCARDED[facts["group"]]).format(who=who, cards=faces(facts["cards"]))
    if event.kind == "turn_passed" and is_over:
        return _("{who} passed.").format(who=who)
    if event.kind == "turn_passed":
        left = facts["passes_left"]
        return ngettext(
            "{who} passed; {number} more pass ends the game.",
            "{who} passed; {number} more passes in a row end the game.",
            left,
        ).format(who=who, number=left)
    return None


def doing(event: Event, cast: Cast) -> Doing | None:
    """The player's act as a verb phrase without its subject; None for events that no player caused."""
    facts = event.facts
    match event.kind:
        case "cards_drawn":
            return Doing(_("drew {cards}").format(cards=faces(facts["cards"])))
        case "card_taken":
            words = _("took {card} from {other}")
            return Doing(words.format(card=face(facts["card"]), other=cast.short(facts["from_seat"])))
        case "group_discarded":
            return Doing(_("discarded {cards}").format(cards=faces(facts["cards"])))
        case "turn_passed":
            return Doing(_("passed"))
        case "turn_ended":
            return Doing(_("ended the turn"), routine=True)
    return None


_DISCARDED = {
    "sequence": N_("{who} discarded the sequence {cards}."),
    "set": N_("{who} discarded the set {cards}."),
}
