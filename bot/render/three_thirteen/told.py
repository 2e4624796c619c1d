"""What happened in Three Thirteen, in past-tense sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.render.cards import face
from bot.render.words import listing, plural

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.render.cast import Cast
    from bot.rules.game import Event


def told(event: Event, cast: Cast, wild: str | None) -> str | None:
    """The sentence about an event; None for what the board shows anyway."""
    teller = _TELLERS.get(event.kind)
    return teller(event, cast, wild) if teller else None


def _drawn(event: Event, cast: Cast, wild: str | None) -> str:
    if event.facts["source"] == "discard":
        return f"{cast.name(event.seat)} took {face(event.facts['card'], wild)} from the pile."
    card = event.facts.get("card")
    return f"{cast.name(event.seat)} drew {face(card, wild) if card else 'from the stock'}."


def _discarded(event: Event, cast: Cast, wild: str | None) -> str:
    return f"{cast.name(event.seat)} discarded {face(event.facts['card'], wild)}."


def _reshuffled(event: Event, cast: Cast, wild: str | None) -> str:
    return f"The stock was empty: {plural(event.facts['cards'], 'card')} of the discard pile were shuffled into a new one."


def _went_out(event: Event, cast: Cast, wild: str | None) -> str:
    others = listing([cast.short(seat) for seat in event.facts["last_turns"]])
    return f"🏁 {cast.name(event.seat)} went out; one more turn for {others}."


def _round_ended(event: Event, cast: Cast, wild: str | None) -> str:
    costs = event.facts["penalties"]
    points = listing([f"{cast.short(seat)} {cost}" for seat, cost in enumerate(costs)])
    return f"Round {event.facts['round']} ended: {points}."


def _round_dealt(event: Event, cast: Cast, wild: str | None) -> str:
    return f"Round {event.facts['round']} was dealt; {cast.short(event.facts['starter'])} began."


_TELLERS: dict[str, Callable[[Event, Cast, str | None], str]] = {
    "card_drawn": _drawn,
    "card_discarded": _discarded,
    "pile_reshuffled": _reshuffled,
    "went_out": _went_out,
    "round_ended": _round_ended,
    "round_dealt": _round_dealt,
}
