"""What happened in Notty, in past-tense sentences."""

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
    return f"{cast.name(event.seat)} drew {faces(event.facts['cards'], None, ' ')}."


def _taken(event: Event, cast: Cast) -> str:
    return f"{cast.name(event.seat)} took {face(event.facts['card'])} from {cast.short(event.facts['from_seat'])}."


def _discarded(event: Event, cast: Cast) -> str:
    return f"{cast.name(event.seat)} discarded the {event.facts['group']} {faces(event.facts['cards'], None, ' ')}."


def _passed(event: Event, cast: Cast) -> str:
    left = event.facts["passes_left"]
    return f"{cast.name(event.seat)} passed." + (
        f" {plural(left, 'more pass', 'more passes')} end the game." if left <= 3 else ""
    )


def _round(event: Event, cast: Cast) -> str | None:
    left = event.facts["rounds_left"]
    return f"Round {event.facts['round']}: {plural(left, 'round')} left after it." if left <= 5 else None


_TELLERS: dict[str, Callable[[Event, Cast], str | None]] = {
    "cards_drawn": _drawn,
    "card_taken": _taken,
    "group_discarded": _discarded,
    "turn_passed": _passed,
    "round_started": _round,
}
