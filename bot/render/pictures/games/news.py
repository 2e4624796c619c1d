"""The cards to outline in a picture: those that the events since the viewer's last turn brought in."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from bot.language import _
from bot.render.pictures.picture import named

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bot.rules.cards import Card
    from bot.rules.game import Event


def new_discard(events: Sequence[Event], pile: Sequence[Card]) -> tuple[Card, ...]:
    """The top of the discard pile as a 1-tuple if these events put it there, otherwise ()."""
    put = [  # also a card whose place in a grid another took
        card
        for event in events
        if (card := event.facts.get("card" if event.kind == "card_discarded" else "replaced")) is not None
    ]
    return tuple(pile[-1:]) if pile and put and put[-1] == pile[-1] else ()


def came_to(events: Iterable[Event], seat: int) -> Counter[Card]:
    """The cards that everybody saw enter a seat's hand."""
    came: Counter[Card] = Counter()
    for event in events:
        if event.seat == seat and event.kind in ("card_drawn", "card_taken", "cards_drawn"):
            card = event.facts.get("card")
            came.update(event.facts.get("cards", ()) if card is None else (card,))
    return came


def news_in_words(cards: Iterable[Card], wild: str | None = None) -> Iterator[str]:
    """Yield a sentence that lists the outlined cards; nothing if there are none."""
    if new := tuple(cards):
        yield _("New: {cards}.").format(cards=named(new, wild))
