"""Questions to people at a table, to agree to a proposal or to return; each is one message that mentions them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import discord

from bot.tables.acts.proposals import still_asked
from bot.tables.model.records import Phase
from bot.tables.model.sent_message import PROPOSAL, RETURN, SETTLED
from bot.ui.board.question import after_answer, build_question, mark_of
from bot.ui.kit.layout import digest
from bot.ui.kit.loudness import Sent
from bot.ui.messages import posting
from bot.ui.messages.posting import Post
from bot.ui.wording.absence import ask_back

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discord.ui import LayoutView

    from bot.tables.model.position import Position
    from bot.tables.model.records import TableRecord
    from bot.tables.model.sent_message import SentMessage
    from bot.ui.messages.messenger import Messenger
    from bot.ui.messages.notifications import Notifications
    from bot.ui.messages.services import MessageServices
    from bot.ui.messages.table_messages import TableMessages


class QuestionKeeper:
    """Keeps the messages with a table's questions up to date.

    After an answer, the message shows the outcome until the next question or the end of the game.
    """

    def __init__(self, services: MessageServices, messenger: Messenger, notifications: Notifications) -> None:
        self._client = services.client
        self._messenger = messenger
        self._notifications = notifications

    async def show(self, messages: TableMessages) -> None:
        """Post or update the questions, or show their outcomes."""
        position = messages.position
        table = position.record
        if table.phase is Phase.PLAYING:
            await self._show_proposal(messages, position)
        else:
            await self._messenger.delete_now_or_later(messages, PROPOSAL)
        if table.awaits_return:
            await self._ask(messages, table, RETURN, ask_back(table), table.people)
        else:
            await self._messenger.delete_now_or_later(messages, RETURN)

    async def _show_proposal(self, messages: TableMessages, position: Position) -> None:
        """Ask about the open proposal; a new question replaces a settled one."""
        table = position.record
        proposal, old = table.proposal, (await messages.load()).get(PROPOSAL)
        is_settled = old is not None and old.version == SETTLED
        if proposal is not None:
            if messages.replace_question(mark_of(proposal)) or is_settled:
                await self._messenger.delete_now_or_later(messages, PROPOSAL)
            await self._ask(messages, table, PROPOSAL, build_question(position, proposal), still_asked(table, proposal))
        elif old is not None and not is_settled:
            await self._settle(messages, position, old)

    async def _settle(self, messages: TableMessages, position: Position, old: SentMessage) -> None:
        """Replace the question with its outcome, without mentions."""
        view = after_answer(position)
        shown = digest(view)
        if messages.digests.get(PROPOSAL) != shown and not await self._messenger.edit(old, view):
            await self._messenger.delete_now_or_later(messages, PROPOSAL)
            return
        await messages.keep(replace(old, version=SETTLED), shown)

    async def _ask(
        self, messages: TableMessages, table: TableRecord, audience: int, view: LayoutView, people: Sequence[int]
    ) -> None:
        """Post the question, mentioning those of these people whom it has not mentioned lately, or update it."""
        old, shown = (await messages.load()).get(audience), digest(view)
        if messages.digests.get(audience) == shown:
            return
        if old is not None and await self._messenger.edit(old, view):
            messages.digests[audience] = shown
            return
        now = discord.utils.utcnow().timestamp()
        people = messages.not_asked_lately(audience, people, now)
        people = [person for person in people if await self._notifications.may_notify(person)]
        channel = posting.channel(self._client, table.channel_id)
        asked = "" if table.proposal is None else mark_of(table.proposal)
        post = Post(audience, table.version, view, f"{table.decision} {asked}")
        new = await self._messenger.send_once(messages, channel, post, Sent.QUESTION, people)
        messages.note_asked(audience, people, now)
        await messages.keep(new, shown)
