"""Public messages of tables outside the bot's servers, where it can only answer interactions.

A board is a follow-up to somebody's press, and is edited by that token or by a later press on it. When a person's turn
comes, a new board replaces the old one and mentions them. Anything that cannot be sent for lack of a token is sent at
the next press.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import discord

from bot.tables.acts.proposals import still_asked
from bot.tables.model.person_settings import NEVER
from bot.tables.model.records import Phase
from bot.tables.model.sent_message import BOARD, PROPOSAL, RETURN
from bot.ui.board.question import build_question, mark_of
from bot.ui.kit.controls import has_control
from bot.ui.kit.failing import REQUEST_FAILURES
from bot.ui.kit.layout import digest
from bot.ui.kit.loudness import Sent
from bot.ui.messages import posting
from bot.ui.messages.table_messages import BOARD_SHOWN, QUESTIONS, kind_of
from bot.ui.wording.absence import ask_back

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from discord.ui import LayoutView

    from bot.tables.model.position import Position
    from bot.tables.model.sent_message import SentMessage
    from bot.ui.interaction.follow_ups import FollowUps
    from bot.ui.messages.board_keeper import BoardKeeper
    from bot.ui.messages.messenger import Messenger
    from bot.ui.messages.notifications import Notifications
    from bot.ui.messages.services import MessageServices
    from bot.ui.messages.table_messages import Kind, TableMessages

log = logging.getLogger(__name__)


class OutsideKeeper:
    """Shows boards and questions by interaction tokens alone."""

    def __init__(
        self,
        services: MessageServices,
        messenger: Messenger,
        notifications: Notifications,
        boards: BoardKeeper,
        follow_ups: FollowUps,
    ) -> None:
        self._people = services.store.people
        self._contact_limit = services.contact_limit
        self._messenger = messenger
        self._notifications = notifications
        self._boards = boards
        self._follow_ups = follow_ups

    async def show(self, messages: TableMessages, kind: Kind, on_read: Callable[[], None]) -> None:
        """Update the board or the questions; reminders and tidying up are left out."""
        if kind == BOARD_SHOWN:
            await self._show_board(messages, on_read)
        elif kind == QUESTIONS:
            await self._show_questions(messages)

    async def _show_board(self, messages: TableMessages, on_read: Callable[[], None]) -> None:
        messages.behind.discard(BOARD)
        if messages.position.record.was_called_off and not messages.board_asked_for:
            on_read()
            await self._remove(messages, BOARD)
            return
        position, view = await self._boards.draw(messages, on_read)
        old = (await messages.load()).get(BOARD)
        mentioned = await self._people_to_mention(messages, position, is_first=old is None)
        is_wanted = old is None or mentioned or messages.board_asked_for
        if is_wanted and await self._post(messages, BOARD, view, mentioned):
            if messages.position is position:  # otherwise somebody else may be next
                messages.ping = None
            return
        if is_wanted:
            messages.behind.add(BOARD)  # the command that asked for it may still be being answered
        if old is not None and messages.digests.get(BOARD) == digest(view):
            return
        if not (old and await self._edit(messages, old, view)) and not await self._post(messages, BOARD, view):
            messages.behind.add(BOARD)

    async def _people_to_mention(self, messages: TableMessages, position: Position, *, is_first: bool) -> list[int]:
        """The people a new board mentions: the next to play after somebody else, unless a list will tell them later, or
        people with seats reserved for a rematch.
        """
        table = position.record
        if table.phase is Phase.LOBBY:
            guests = self._guests(messages) if is_first else []
            return [person for person in guests if await self._may_mention(person)]
        person = messages.ping
        is_next = person is not None and person == position.person_to_act and len(table.present) > 1
        if person is None or not is_next or not await self._wants_mention_of_turn(position, person):
            return []
        if not await self._notifications.postpones_turn(position, person, urgent=False):
            return [person]
        if messages.position is position:
            messages.ping = None  # a list tells them, and only one
        return []

    def _guests(self, messages: TableMessages) -> list[int]:
        """The people with reserved seats whom the host has not had mentioned lately."""
        table = messages.position.record
        if messages.first_mentions is None:
            messages.first_mentions = [who for who in table.awaited if self._contact_limit.may_write(table.host, who)]
        return messages.first_mentions

    async def _may_mention(self, person: int) -> bool:
        """Whether the person wants to be mentioned now; otherwise the board is posted without a mention."""
        wants = (await self._people.settings(person)).mentions != NEVER
        return wants and not await self._notifications.is_quiet(person)

    async def _wants_mention_of_turn(self, position: Position, person: int) -> bool:
        """Whether the person wants to be told of their turn: at once, or by a list later."""
        chosen = await self._people.settings(person)
        return chosen.mentions != NEVER or self._notifications.listed_at(position, chosen) is not None

    async def _show_questions(self, messages: TableMessages) -> None:
        messages.behind -= {PROPOSAL, RETURN}
        position = messages.position
        table, asked = position.record, position.record.proposal
        if asked is not None and table.phase is Phase.PLAYING:
            if messages.replace_question(mark_of(asked)):
                await self._remove(messages, PROPOSAL)
            await self._ask(messages, PROPOSAL, build_question(position, asked), still_asked(table, asked))
        else:
            await self._remove(messages, PROPOSAL)
        if table.awaits_return:
            await self._ask(messages, RETURN, ask_back(table), table.people)
        else:
            await self._remove(messages, RETURN)

    async def _ask(self, messages: TableMessages, audience: int, view: LayoutView, people: Sequence[int]) -> None:
        old = (await messages.load()).get(audience)
        if old is not None and messages.digests.get(audience) == digest(view):
            return
        if old is not None and await self._edit(messages, old, view):
            return
        now = discord.utils.utcnow().timestamp()
        people = messages.not_asked_lately(audience, people, now)
        notified = [person for person in people if await self._notifications.may_notify(person)]
        if await self._post(messages, audience, view, notified):
            messages.note_asked(audience, notified, now)
        else:
            messages.behind.add(audience)

    async def keep_one_board(self, messages: TableMessages, pressed: discord.Message) -> None:
        """Keep the newer of a board that was pressed and the one that is kept up to date; the other is deleted. Discord
        may have posted one of which the network lost the answer, or a deletion may have failed.

        The newer one may be gone itself, which only an edit tells. Without a token for that, the older one is kept.
        """
        kept = (await messages.load()).get(BOARD)
        if kept is None or pressed.id == kept.message_id or not _is_board(pressed, messages.table_id):
            return
        if pressed.id < kept.message_id:
            if self._messenger.can_edit_freely(kept.message_id):
                await self._messenger.delete_freely(pressed.id)
                messages.forget_shown(BOARD)
                return
            if not self._messenger.can_edit_freely(pressed.id):
                return
        await self._remove(messages, BOARD)
        await messages.keep(posting.sent(pressed, messages.table_id, BOARD, kept.version), "")
        messages.behind.add(BOARD)

    # By tokens

    async def _edit(self, messages: TableMessages, old: SentMessage, view: LayoutView) -> bool:
        """Show the view in the message; False if no token can."""
        if not await self._messenger.edit_freely(old, view):
            return False
        await messages.keep(old, digest(view))
        return True

    async def _post(
        self, messages: TableMessages, audience: int, view: LayoutView, mentioned: Sequence[int] = ()
    ) -> bool:
        """Post the view in place of the previous message; False if there is no token for it."""
        table = messages.position.record
        by = self._follow_ups.of(table.channel_id)
        if by is None:
            return False
        try:
            message = await by.follow_up(view, mentioned, _kind(messages, audience, mentioned))
        except discord.HTTPException as error:
            log.info("A token could not post at table %d (%d).", table.id, error.code)
            message = None
        except REQUEST_FAILURES:
            if not messages.failures.get(kind_of(audience)):
                raise  # tried once more
            return False  # Discord may have posted both, and cannot be asked: there is no nonce here
        if message is None:
            self._follow_ups.forget(table.channel_id, by.interaction)
            return await self._post(messages, audience, view, mentioned)
        await self._remove(messages, audience)
        self._messenger.note_follow_up(message, view, by.interaction)
        await messages.keep(posting.sent(message, table.id, audience, table.version), digest(view))
        return True

    async def _remove(self, messages: TableMessages, audience: int) -> None:
        """Delete the message if a token can, and forget it either way: clicks on an old one are answered with the
        current board.
        """
        old = (await messages.load()).get(audience)
        if old is not None:
            await self._messenger.delete_freely(old.message_id)
            await messages.forget(audience)


def _is_board(message: discord.Message, table_id: int) -> bool:
    """Whether everybody sees the message, and it is a board of the table with something to press."""
    return not message.flags.ephemeral and has_control(message.components, table_id, "menu")


def _kind(messages: TableMessages, audience: int, mentioned: Sequence[int]) -> Sent:
    """The kind of message it is for the people it mentions."""
    if audience != BOARD:
        return Sent.QUESTION
    if not mentioned:
        return Sent.BOARD
    return Sent.SEATS_KEPT if messages.position.record.phase is Phase.LOBBY else Sent.TURN
