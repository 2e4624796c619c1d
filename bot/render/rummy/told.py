"""What happened in Rummy, in past-tense sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.render.cards import face, faces
from bot.render.words import plural

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.render.cast import Cast
    from bot.rules.game import Event


def told(event: Event, cast: Cast) -> str | None:
    """The sentence about an event; None for what the board shows anyway."""
    teller = _TELLERS.get(event.kind)
    return teller(event, cast) if teller else None


def _drawn(event: Event, cast: Cast) -> str:
    card = event.facts.get("card")
    if event.facts["source"] == "discard" and card:
        return f"{cast.name(event.seat)} took {face(card)} from the pile."
    return f"{cast.name(event.seat)} drew {face(card) if card else 'from the stock'}."


def _laid_down(event: Event, cast: Cast) -> str:
    melds = " ".join(f"[{faces(meld, None, ' ')}]" for meld in event.facts["melds"])
    worth = f" for the first time, worth {event.facts['value']}" if event.facts["first"] else ""
    return f"{cast.name(event.seat)} laid down {melds}{worth}."


def _laid_off(event: Event, cast: Cast) -> str:
    return f"{cast.name(event.seat)} laid {face(event.facts['card'])} off on meld {event.facts['meld']}."


def _swapped(event: Event, cast: Cast) -> str:
    card, joker = face(event.facts["card"]), face(event.facts["joker"])
    return f"{cast.name(event.seat)} swapped {card} for the joker {joker} of meld {event.facts['meld']}."


def _discarded(event: Event, cast: Cast) -> str:
    left = event.facts["cards_left"]
    warning = f" — {plural(left, 'card')} left" if 0 < left <= 3 else ""
    return f"{cast.name(event.seat)} discarded {face(event.facts['card'])}{warning}."


def _went_out(event: Event, cast: Cast) -> str:
    return f"🏁 {cast.name(event.seat)} discarded the last card."


def _renewed(event: Event, cast: Cast) -> str:
    return f"The stock was empty: {plural(event.facts['cards'], 'discard')} were shuffled into a new one."


def _round_ended(event: Event, cast: Cast) -> str | None:
    return "Laying down is allowed from now on." if event.facts["laying_down_opens"] else None


_TELLERS: dict[str, Callable[[Event, Cast], str | None]] = {
    "card_drawn": _drawn,
    "melds_laid_down": _laid_down,
    "card_laid_off": _laid_off,
    "joker_swapped": _swapped,
    "card_discarded": _discarded,
    "went_out": _went_out,
    "stock_renewed": _renewed,
    "round_ended": _round_ended,
}
