"""Events of Rummy as past-tense sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _, listing
from bot.render.cards import face, faces
from bot.render.doing import Doing, short_meld
from bot.render.words import discards_in_words, points_in_words

if TYPE_CHECKING:
    from bot.render.cast import Cast
    from bot.rules.game import Event


def event_sentence(event: Event, cast: Cast) -> str | None:
    """The sentence about an event; None if the board shows it anyway."""
    who, facts = cast.name(event.seat), event.facts
    sentence: str | None = None
    match event.kind:
        case "card_drawn" if facts["source"] == "discard":
            sentence = _("{who} took {card} from the pile.").format(who=who, card=face(facts["card"]))
        case "card_drawn" if "card" in facts:
            sentence = _("{who} drew {card}.").format(who=who, card=face(facts["card"]))
        case "card_drawn":
            sentence = _("{who} drew from the stock.").format(who=who)
        case "melds_laid_down":
            melds = " / ".join(faces(meld) for meld in facts["melds"])
            sentence = _("{who} laid {melds} ({points}).").format(
                who=who, melds=melds, points=points_in_words(facts["value"])
            )
        case "card_laid_off":
            sentence = _("{who} laid {card} off on meld {meld}.").format(
                who=who, card=face(facts["card"]), meld=facts["meld"]
            )
        case "joker_swapped":
            sentence = _("{who} swapped {card} for the joker of meld {meld}.").format(
                who=who, card=face(facts["card"]), meld=facts["meld"]
            )
        case "card_discarded":
            sentence = _("{who} discarded {card}.").format(who=who, card=face(facts["card"]))
        case "went_out":
            sentence = _("🏁 {who} went out.").format(who=who)
        case "stock_renewed":
            sentence = _("The stock was empty: {discards} became the new stock.").format(
                discards=discards_in_words(facts["cards"])
            )
    return sentence


def doing(event: Event) -> Doing | None:
    """The player's act as a verb phrase without its subject; None for events that no player caused."""
    facts = event.facts
    match event.kind:
        case "card_drawn" if facts["source"] == "discard":
            return Doing(_("took {card} from the pile").format(card=face(facts["card"])))
        case "card_drawn":
            return Doing(_("drew a card"), routine=True)
        case "melds_laid_down":
            return Doing(_("laid {melds}").format(melds=listing(list(map(short_meld, facts["melds"])))))
        case "card_laid_off":
            words = _("laid {card} off on meld {meld}").format(card=face(facts["card"]), meld=facts["meld"])
            return Doing(words)
        case "joker_swapped":
            words = _("swapped {card} for the joker of meld {meld}")
            return Doing(words.format(card=face(facts["card"]), meld=facts["meld"]))
        case "card_discarded":
            return Doing(_("discarded {card}").format(card=face(facts["card"])))
        case "went_out":
            return Doing(_("went out"), actions=0)
    return None
