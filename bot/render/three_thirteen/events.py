"""Events of Three Thirteen as past-tense sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _, listing, ngettext
from bot.render.cards import face
from bot.render.doing import Doing

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.render.cast import Cast
    from bot.rules.game import Event


def event_sentence(event: Event, cast: Cast, wild: str | None) -> str | None:
    """The sentence about an event; None if the board shows it anyway."""
    teller = _TELLERS.get(event.kind)
    return teller(event, cast, wild) if teller else None


def _drawn(event: Event, cast: Cast, wild: str | None) -> str:
    if event.facts["source"] == "discard":
        return _("{who} took {card} from the pile.").format(
            who=cast.name(event.seat), card=face(event.facts["card"], wild)
        )
    card = event.facts.get("card")
    if card is None:
        return _("{who} drew from the stock.").format(who=cast.name(event.seat))
    return _("{who} drew {card}.").format(who=cast.name(event.seat), card=face(card, wild))


def _discarded(event: Event, cast: Cast, wild: str | None) -> str:
    return _("{who} discarded {card}.").format(who=cast.name(event.seat), card=face(event.facts["card"], wild))


def _reshuffled(event: Event, cast: Cast, wild: str | None) -> str:
    number = event.facts["cards"]
    return ngettext(
        "The stock was empty: {number} card of the discard pile became the new stock.",
        "The stock was empty: {number} cards of the discard pile were shuffled into a new stock.",
        number,
    ).format(number=number)


def _went_out(event: Event, cast: Cast, wild: str | None) -> str:
    others = listing([cast.short(seat) for seat in event.facts["last_turns"]])
    return _("🏁 {who} went out; one more turn for {others}.").format(who=cast.name(event.seat), others=others)


def _round_ended(event: Event, cast: Cast, wild: str | None) -> str:
    costs = event.facts["penalties"]
    points = listing([f"{cast.short(seat)} {cost:+d}" for seat, cost in enumerate(costs)])
    return _("Round {round} ended: {points}.").format(round=event.facts["round"], points=points)


def _round_dealt(event: Event, cast: Cast, wild: str | None) -> str:
    return _("Round {round} was dealt; {name} began.").format(
        round=event.facts["round"], name=cast.short(event.facts["starter"])
    )


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


_TELLERS: dict[str, Callable[[Event, Cast, str | None], str]] = {
    "card_drawn": _drawn,
    "card_discarded": _discarded,
    "pile_reshuffled": _reshuffled,
    "went_out": _went_out,
    "round_ended": _round_ended,
    "round_dealt": _round_dealt,
}
