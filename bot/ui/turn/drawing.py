"""A hand as its owner wants it: with their settings, the turn they are building and any aside; or what replaces it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.tables.model.records import Phase
from bot.ui.art.hand_style import HandStyle, draft_of
from bot.ui.art.illustrations import PLAIN
from bot.ui.board.ending import build_ending
from bot.ui.turn.first_time import lesson_offer, offers_lesson
from bot.ui.turn.hand import build_hand
from bot.ui.turn.past_hand import build_past_hand
from bot.ui.wording.place import place_of
from bot.ui.wording.rating_lines import rated_of

if TYPE_CHECKING:
    import discord
    from discord.ui import LayoutView

    from bot.tables.model.person_settings import PersonSettings
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
        if table.phase is Phase.OVER and table.in_own_dm:
            return await self._result(position, chosen)
        draft = await draft_of(self._store.tables, position, person)
        aside = tuple(self._asides.of(table.id, person, table.decision))
        offer = lesson_offer(position) if await offers_lesson(self._store, position, person, chosen) else ()
        style = replace(HandStyle.of(chosen, table.game, draft), note=note, aside=aside, offer=offer)
        pictures = await self._illustrator.of_hand(position, person, style)
        return build_hand(position, person, place_of(self._client, table), style, pictures)

    async def draw_past(self, position: Position, person: int) -> LayoutView:
        """What replaces the hand of a person who no longer plays there."""
        if position.record.phase is Phase.OVER and position.record.in_own_dm:
            return await self._result(position, await self._store.people.settings(person))
        return build_past_hand(position, person, place_of(self._client, position.record))

    async def _result(self, position: Position, chosen: PersonSettings) -> LayoutView:
        """The whole result, in direct messages with the bot, where no board shows it."""
        rated, style = await rated_of(self._store.records, position), HandStyle.of(chosen, position.record.game)
        pictures = PLAIN if style.text_only else await self._illustrator.of_board(position, rated)
        return build_ending(position, pictures, rated)
