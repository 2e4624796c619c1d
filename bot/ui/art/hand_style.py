"""How to show a person's hand: their settings, and the turn they are building."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

from bot.rules.cards import parse_card, parse_cards

if TYPE_CHECKING:
    from bot.rules.cards import Card
    from bot.rules.game import AnyView
    from bot.tables.model.position import Position
    from bot.tables.model.protocols import TableStore


@dataclass(frozen=True, slots=True)
class HandStyle:
    """How to show a hand: its order, and a line on top.

    `kept`: the message is a DM that the bot keeps up to date, not an answer that stays as it is.
    `draft`: the content of the turn being built, None if nothing was chosen yet. Its `picked`, if present, lists
    card notations, one for each copy picked, and its `melds` the notations of melds set aside to be laid down.
    `text_only`: describe cards in words, without a picture.
    """

    order: str = "suit"
    note: str = ""
    kept: bool = False
    draft: Mapping[str, Any] | None = None
    text_only: bool = False

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


async def draft_of(tables: TableStore, position: Position, person: int) -> Mapping[str, Any] | None:
    """The person's draft of the current turn; None if there is none."""
    seat = position.record.seat_of(person)
    if seat is None or position.seat_to_act != seat:
        return None
    draft = await tables.draft(position.record.id, seat)
    return draft.content if draft is not None and draft.decision == position.record.decision else None
