"""How to show a person's hand: their settings, and the turn they are building."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

from bot.render.catalogue import text_of
from bot.render.pictures.games.catalogue import pictures_of
from bot.rules.cards import parse_card, parse_cards
from bot.tables.model.person_settings import TWO_COLOURS, PersonSettings
from bot.ui.kit.layout import Part

if TYPE_CHECKING:
    from bot.rules.cards import Card
    from bot.rules.game import AnyView
    from bot.tables.model.position import Position
    from bot.tables.model.stores import TableStore


@dataclass(frozen=True, slots=True)
class HandStyle:
    """How to show a hand: its order, and a line on top.

    `draft`: the content of the turn being built, None if nothing was chosen yet. Its `picked`, if present, lists
    card notations, one for each copy picked, and its `melds` the notations of melds set aside to be laid down.
    `text_only`: describe cards in words, without a picture. `two_colours` and `large` concern pictures.
    `aside` is shown with the turn: a hint, a question. `offer` is shown below the turn where there is no aside: the
    lesson, for new players.
    """

    order: str = "suit"
    note: str = ""
    draft: Mapping[str, Any] | None = None
    text_only: bool = False
    two_colours: bool = False
    large: bool = False
    aside: Sequence[Part] = ()
    offer: Sequence[Part] = ()

    @classmethod
    def of(cls, chosen: PersonSettings, game: str, draft: Mapping[str, Any] | None = None) -> HandStyle:
        """How a person likes to see a hand of that game, with the draft of a turn."""
        return cls(
            order=order_of(chosen, game),
            draft=draft,
            text_only=chosen.text_only,
            two_colours=pictures_of(game).two_colours if chosen.deck is None else chosen.deck == TWO_COLOURS,
            large=chosen.large_cards,
        )

    @property
    def picked(self) -> tuple[Card, ...]:
        """The cards picked for the turn being built, one entry per copy."""
        return tuple(parse_card(notation) for notation in (self.draft or {}).get("picked", ()))

    @property
    def set_aside(self) -> tuple[tuple[Card, ...], ...]:
        """The melds set aside for the turn being built: they are shown beside the hand, not in it."""
        return tuple(parse_cards(notation) for notation in (self.draft or {}).get("melds", ()))

    def hand_of(self, view: AnyView) -> AnyView:
        """The view with the hand as it is shown: without the cards set aside."""
        left = list(view.hand)
        for meld in self.set_aside:
            for card in meld:
                if card in left:
                    left.remove(card)
        return view if len(left) == len(view.hand) else replace(cast("Any", view), hand=tuple(left))


def order_of(chosen: PersonSettings, game: str) -> str:
    """The order of a person's hands in that game: what they chose, or what suits the game."""
    return chosen.hand_order or text_of(game).brief.usual_order


async def draft_of(tables: TableStore, position: Position, person: int) -> Mapping[str, Any] | None:
    """The person's draft of the current turn; None if there is none."""
    seat = position.record.seat_of(person)
    if seat is None or position.seat_to_act != seat:
        return None
    draft = await tables.draft(position.record.id, seat)
    return draft.content if draft is not None and draft.decision == position.record.decision else None


def last_drawn_card(position: Position, seat: int) -> Card | None:
    """The card that the seat drew at the end of its last turn, until its next one ends."""
    drawn = position.record.drawn
    return drawn[seat] if seat < len(drawn) else None
