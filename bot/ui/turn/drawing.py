"""A hand as its owner wants it: with their settings, the turn they are building, and any aside."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ui.art.hand_style import HandStyle, draft_of
from bot.ui.turn.first_time import lesson_offer, offers_lesson
from bot.ui.turn.hand import build_hand
from bot.ui.wording.place import place_of

if TYPE_CHECKING:
    import discord
    from discord.ui import LayoutView

    from bot.tables.model.position import Position
    from bot.ui.art.illustrations import Illustrator
    from bot.ui.interaction.asides import Asides
    from bot.ui.interaction.services import BotStore


class HandDrawer:
    """Draws the same hand for a click's answer and for the message that is kept up to date."""

    def __init__(self, client: discord.Client, store: BotStore, illustrator: Illustrator, asides: Asides) -> None:
        self._client = client
        self._store = store
        self._illustrator = illustrator
        self._asides = asides

    async def draw(self, position: Position, person: int, note: str = "") -> LayoutView:
        """The person's hand as it is now.

        Raises:
            TableError: they do not play there, or there are no cards yet.
        """
        table = position.record
        chosen = await self._store.people.settings(person)
        draft = await draft_of(self._store.tables, position, person)
        aside = tuple(self._asides.of(table.id, person, table.decision))
        offer = lesson_offer(position) if await offers_lesson(self._store, position, person, chosen) else ()
        style = HandStyle.of(chosen, table.game, note=note, draft=draft, aside=aside, offer=offer)
        pictures = await self._illustrator.of_hand(position, person, style)
        return build_hand(position, person, place_of(self._client, table), style, pictures)
