"""Events of 6 Holes as past-tense sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.language import _, listing, ngettext
from bot.render.cards import face
from bot.render.doing import Doing
from bot.render.words import discards_in_words
from bot.rules.six_holes.actions import Position
from bot.rules.six_holes.state import TURNS_PER_ROUND

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.render.cast import Cast
    from bot.rules.game import Event


def event_sentence(event: Event, cast: Cast) -> str | None:
    """The sentence about an event; None if the board shows it anyway."""
    who, facts = cast.name(event.seat), event.facts
    sentence: str | None = None
    match event.kind:
        case "card_opened":
            sentence = _("{who} turned up {card} at the {place}.").format(
                who=who, card=face(facts["card"]), place=_place(facts["position"])
            )
        case "card_drawn" if "card" in facts:
            sentence = _("{who} drew {card}.").format(who=who, card=face(facts["card"]))
        case "card_drawn":
            sentence = _("{who} drew a card.").format(who=who)
        case "card_placed":
            sentence = _("{who} placed {card} at the {place}, replacing {replaced}.").format(
                **_exchange(facts), who=who
            )
        case "card_taken":
            sentence = _("{who} took {card} to the {place}, replacing {replaced}.").format(**_exchange(facts), who=who)
        case "card_discarded":
            sentence = _("{who} discarded {card}.").format(who=who, card=face(facts["card"]))
        case "side_cards_open":
            sentence = _("🏁 {who} has all side cards up; one more turn for {other}.").format(
                who=who, other=cast.short(facts["last_turn"])
            )
        case "round_ended":
            sentence = _round_ended(facts, cast)
        case "round_dealt":
            sentence = _("Round {round} was dealt; {name} began.").format(
                round=facts["round"], name=cast.short(facts["starter"])
            )
        case "deck_reshuffled":
            sentence = _("The deck was empty: {discards} became the new deck.").format(
                discards=discards_in_words(facts["cards"])
            )
    return sentence


def doing(event: Event) -> Doing | None:
    """The player's act as a verb phrase without its subject; None for events that no player caused."""
    facts = event.facts
    match event.kind:
        case "card_opened":
            words = _("turned up {card} at the {place}")
            return Doing(words.format(card=face(facts["card"]), place=_place(facts["position"])))
        case "card_drawn":
            return Doing(_("drew a card"), routine=True)
        case "card_placed":
            return Doing(_("replaced {replaced} with {card} at the {place}").format(**_exchange(facts)))
        case "card_taken":
            return Doing(_("took {card} to replace {replaced} at the {place}").format(**_exchange(facts)))
        case "card_discarded":
            return Doing(_("discarded {card}").format(card=face(facts["card"])))
        case "side_cards_open":
            return Doing(_("now has all side cards up"), actions=0, is_state=True)
    return None


def _round_ended(facts: Mapping[str, Any], cast: Cast) -> str:
    points = listing([f"{cast.short(seat)} {score:+d}" for seat, score in enumerate(facts["scores"])])
    if facts["closer"] is not None:
        return _("Round {round} ended: {points}.").format(round=facts["round"], points=points)
    return ngettext(
        "Round {round} ended after {number} turn: {points}.",
        "Round {round} ended after {number} turns: {points}.",
        TURNS_PER_ROUND,
    ).format(round=facts["round"], number=TURNS_PER_ROUND, points=points)


def _place(position: str) -> str:
    return Position[position].label


def _exchange(facts: Mapping[str, Any]) -> dict[str, str]:
    """Format arguments for an exchange: the card placed, its position, and the card replaced."""
    return {
        "card": face(facts["card"]),
        "place": _place(facts["position"]),
        "replaced": face(facts["replaced"]),
    }
