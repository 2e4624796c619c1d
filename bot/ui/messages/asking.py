"""What people at a table are asked: to agree to something, or to come back. Each is one message that mentions them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.tables.model.records import PROPOSAL, RETURN, Phase
from bot.ui.board.question import question, still_asked
from bot.ui.kit.layout import digest
from bot.ui.messages import posting
from bot.ui.messages.posting import MessageGoneError, Post
from bot.ui.wording.absence import ask_back

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discord.ui import LayoutView

    from bot.tables.model.position import Position
    from bot.tables.model.protocols import Store
    from bot.tables.model.records import TableRecord
    from bot.ui.messages.table_messages import Room


class AskingKeeper:
    """Keeps the messages with a table's open questions up to date, and takes them away when they are answered."""

    def __init__(self, client: discord.Client, store: Store) -> None:
        self._client = client
        self._store = store

    async def show(self, room: Room, position: Position) -> None:
        """Ask, bring the questions up to date, or take them away."""
        table = position.record
        proposal = table.proposal if table.phase is Phase.PLAYING else None
        if proposal is None:
            await self._take_away(room, PROPOSAL)
        else:
            await self._ask(room, table, PROPOSAL, question(table, proposal), still_asked(table, proposal))
        if table.awaits_return:
            await self._ask(room, table, RETURN, ask_back(table), table.people)
        else:
            await self._take_away(room, RETURN)

    async def _take_away(self, room: Room, audience: int) -> None:
        old = (await room.load(self._store)).get(audience)
        if old is not None:
            await posting.delete(self._client, old)
            await room.forget(self._store, audience)

    async def _ask(
        self, room: Room, table: TableRecord, audience: int, view: LayoutView, people: Sequence[int]
    ) -> None:
        """Post the question, which mentions these people once, or bring it up to date."""
        old, shown = (await room.load(self._store)).get(audience), digest(view)
        if room.digests.get(audience) == shown:
            return
        if old is not None:
            try:
                await posting.edit(self._client, old, Post(table.id, audience, table.version, view))
            except MessageGoneError:
                pass
            else:
                room.digests[audience] = shown
                return
        message = await posting.channel(self._client, table.channel_id).send(
            view=view,
            allowed_mentions=discord.AllowedMentions(users=[discord.Object(person) for person in people]),
        )
        await room.keep(self._store, posting.sent(message, table.id, audience, table.version), shown)
