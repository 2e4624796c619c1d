"""Questions to people at a table: to agree to a proposal, or to return. Each is one message that mentions them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.tables.model.records import PROPOSAL, RETURN, Phase
from bot.ui.board.question import after_answer, question, still_asked
from bot.ui.kit.layout import digest
from bot.ui.messages import posting
from bot.ui.messages.posting import MessageGoneError, Post
from bot.ui.messages.sending import send_once
from bot.ui.wording.absence import ask_back

if TYPE_CHECKING:
    from collections.abc import Sequence

    import discord
    from discord.ui import LayoutView

    from bot.tables.model.position import Position
    from bot.tables.model.protocols import MessageStore
    from bot.tables.model.records import SentMessage, TableRecord
    from bot.ui.messages.table_messages import Room

SETTLED = 0
"""Stands for the version of a message whose question is settled: no table has it."""


class AskingKeeper:
    """Keeps the messages with a table's questions up to date.

    When something was agreed or declined, the message says so until something else is asked or the game is over.
    """

    def __init__(self, client: discord.Client, messages: MessageStore) -> None:
        self._client = client
        self._messages = messages

    async def show(self, room: Room, position: Position) -> None:
        """Ask, bring the questions up to date, or say what became of them."""
        table, messages = position.record, await room.load(self._messages)
        asks = table.proposal is not None or table.awaits_return
        if not asks and PROPOSAL not in messages and RETURN not in messages:
            return
        if table.phase is Phase.PLAYING:
            await self._show_proposal(room, table)
        else:
            await self._take_away(room, PROPOSAL)
        if table.awaits_return:
            await self._ask(room, table, RETURN, ask_back(table), table.people)
        else:
            await self._take_away(room, RETURN)

    async def _show_proposal(self, room: Room, table: TableRecord) -> None:
        """Ask what the table is about to agree on; a new question takes the place of one that is settled."""
        proposal, old = table.proposal, (await room.load(self._messages)).get(PROPOSAL)
        is_settled = old is not None and old.version == SETTLED
        if proposal is not None:
            if is_settled:
                await self._take_away(room, PROPOSAL)
            await self._ask(room, table, PROPOSAL, question(table, proposal), still_asked(table, proposal))
        elif old is not None and not is_settled:
            await self._settle(room, table, old)

    async def _settle(self, room: Room, table: TableRecord, old: SentMessage) -> None:
        """Put what became of the question in its place; nobody is mentioned."""
        view = after_answer(table)
        shown = digest(view)
        if room.digests.get(PROPOSAL) != shown:
            try:
                await posting.edit(self._client, old, Post(table.id, PROPOSAL, table.version, view))
            except MessageGoneError:
                await self._take_away(room, PROPOSAL)
                return
        await room.keep(self._messages, replace(old, version=SETTLED), shown)

    async def _take_away(self, room: Room, audience: int) -> None:
        old = (await room.load(self._messages)).get(audience)
        if old is not None:
            await posting.delete(self._client, old)
            await room.forget(self._messages, audience)

    async def _ask(
        self, room: Room, table: TableRecord, audience: int, view: LayoutView, people: Sequence[int]
    ) -> None:
        """Post the question, mentioning these people once, or update it."""
        old, shown = (await room.load(self._messages)).get(audience), digest(view)
        post = Post(table.id, audience, table.version, view, _subject(table))
        if room.digests.get(audience) == shown:
            return
        if old is not None:
            try:
                await posting.edit(self._client, old, post)
            except MessageGoneError:
                pass
            else:
                room.digests[audience] = shown
                return
        channel = posting.channel(self._client, table.channel_id)
        new = await send_once(self._client, room, self._messages, channel, post, mentioned=people)
        await room.keep(self._messages, new, shown)


def _subject(table: TableRecord) -> str:
    """What people are asked, but for who has answered."""
    proposal = table.proposal
    asked = "" if proposal is None else f"{proposal.kind} {proposal.by} {proposal.number}"
    return f"{table.decision} {asked}"
