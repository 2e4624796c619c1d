"""How a person sees a hand: what they chose, and the turn that they are building."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.rules.cards import parse_card

if TYPE_CHECKING:
    from bot.rules.cards import Card
    from bot.tables.model.position import Position
    from bot.tables.model.protocols import TableStore


@dataclass(frozen=True, slots=True)
class HandStyle:
    """How a person sees the hand: its order, a line on top.

    `kept`: the message is a DM that the bot keeps up to date, not an answer that stays as it is.
    `draft`: the content of the turn being built, None where nothing was chosen yet. Its `picked`, if there, lists
    card notations, one for each copy that was picked.
    `text_only`: the cards are told in words, without a picture.
    """

    order: str = "suit"
    note: str = ""
    kept: bool = False
    draft: Mapping[str, Any] | None = None
    text_only: bool = False

    @property
    def picked(self) -> tuple[Card, ...]:
        """The cards that were picked for the turn being built, one entry for each copy."""
        return tuple(parse_card(notation) for notation in (self.draft or {}).get("picked", ()))


async def draft_of(tables: TableStore, position: Position, person: int) -> Mapping[str, Any] | None:
    """What the person has built of the turn that is theirs now; None where there is nothing."""
    seat = position.record.seat_of(person)
    if seat is None or position.seat_to_act != seat:
        return None
    draft = await tables.draft(position.record.id, seat)
    return draft.content if draft is not None and draft.decision == position.record.decision else None
