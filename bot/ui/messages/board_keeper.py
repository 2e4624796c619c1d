"""The public board: edited in place; reposted when it is gone, scrolled away, or old."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import discord

from bot.tables.model import guild_settings
from bot.tables.model.person_settings import NEVER
from bot.tables.model.sent_message import BOARD, IN_WORDS
from bot.ui.art.drawing_turns import patience_for_board
from bot.ui.art.illustrations import PLAIN
from bot.ui.board.board import build_board
from bot.ui.board.ending import one_line
from bot.ui.kit.layout import digest
from bot.ui.kit.loudness import Sent
from bot.ui.messages import posting
from bot.ui.messages.folding import FOLD_AFTER_SECONDS
from bot.ui.messages.hand_sender import has_hands
from bot.ui.messages.posting import GONE_FOR_GOOD, OLD_AFTER_SECONDS, Post
from bot.ui.wording.place import channel_of, may_attach
from bot.ui.wording.rating_lines import rated_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from discord.ui import LayoutView

    from bot.tables.model.position import Position
    from bot.tables.model.records import TableRecord
    from bot.tables.model.sent_message import SentMessage
    from bot.ui.messages.messenger import Messenger
    from bot.ui.messages.notifications import Notifications
    from bot.ui.messages.services import MessageServices
    from bot.ui.messages.table_messages import TableMessages

SCROLLED_AWAY = 8
"""Number of messages below the board after which it is out of sight."""


class BoardKeeper:
    """Keeps a table's one public message up to date."""

    def __init__(self, services: MessageServices, messenger: Messenger, notifications: Notifications) -> None:
        self._client = services.client
        self._records, self._people = services.store.records, services.store.people
        self._clock = services.clock
        self._illustrator = services.illustrator
        self._contact_limit = services.contact_limit
        self._messenger = messenger
        self._notifications = notifications

    async def update(self, messages: TableMessages, on_read: Callable[[], None]) -> None:
        """Draw and show the table's newest position; call `on_read` when it is read."""
        if _is_dispensable(messages):
            on_read()
            old = (await messages.load()).get(BOARD)
            if old is not None:
                await self._messenger.remove(messages, old)
            return
        position, view = await self.draw(messages, on_read)
        await self.show(messages, position, view)

    async def fold(self, messages: TableMessages) -> None:
        """Shorten the board of an ended game to one line, unless its server keeps whole boards."""
        position, old = messages.position, (await messages.load()).get(BOARD)
        chosen = await guild_settings.load(self._people, position.record.guild_id)
        if old is None or position.record.phase.is_live or chosen.keeps_finished:
            return
        line = one_line(position, await rated_of(self._records, position))
        await self._messenger.edit(old, line, GONE_FOR_GOOD)
        await messages.forget(BOARD)
        await messages.mark_announced(position.record.version)

    async def draw(self, messages: TableMessages, on_read: Callable[[], None]) -> tuple[Position, LayoutView]:
        """Draw the newest position's board and return both; call `on_read` when the position is read."""
        async with self._illustrator.background.turn(patience_for_board):
            position = messages.position
            on_read()
            pictured = messages.is_pictured = may_attach(self._client, position.record)
            rated = await rated_of(self._records, position)
            pictures = await self._illustrator.of_board(position, rated) if pictured else PLAIN
        return position, build_board(position, pictures, rated)

    def is_drawn_otherwise(self, messages: TableMessages) -> bool:
        """Whether the board would be drawn otherwise now, because its channel allows or forbids pictures since then.

        Not if its thread has been archived, which a new board would open again.
        """
        table = messages.position.record
        is_known = channel_of(self._client, table) is not None
        return is_known and messages.is_pictured != may_attach(self._client, table)

    async def show(self, messages: TableMessages, position: Position, view: LayoutView) -> None:
        """Put the board into its message; send nothing if it is up to date."""
        old, shown = (await messages.load()).get(BOARD), digest(view)
        if old is None and _is_long_over(position, self._clock.now()) and not messages.board_asked_for:
            return  # its board is one line by now
        post = Post(BOARD, position.record.version if messages.is_pictured else IN_WORDS, view)
        if old is None:
            if messages.first_mentions is None:
                messages.first_mentions = await self._people_to_mention(position.record)
            await self._post(messages, post, shown, messages.first_mentions)
        elif BOARD in messages.attempts or _is_out_of_sight(messages, position, old):
            await self._post(messages, post, shown)
            messages.replaced.append(old)
        elif messages.digests.get(BOARD) == shown:
            return
        elif await self._messenger.edit(old, view):
            is_stored = (old.version == IN_WORDS) == (post.version == IN_WORDS)
            await messages.keep(old if is_stored else replace(old, version=post.version), shown)
        else:
            await self._post(messages, post, shown)

    async def _post(self, messages: TableMessages, post: Post, shown: str, mentioned: Sequence[int] = ()) -> None:
        channel = posting.channel(self._client, messages.position.record.channel_id)
        kind = Sent.SEATS_KEPT if mentioned else Sent.BOARD
        await messages.keep(await self._messenger.send_once(messages, channel, post, kind, mentioned), shown)

    async def _people_to_mention(self, table: TableRecord) -> list[int]:
        """The people with reserved seats whom the table's first board mentions, if their settings allow it."""
        mentioned = []
        planned = (table.host,) if table.awaited and table.rematch_of is None else ()
        for person in (*planned, *table.awaited):
            wanted = (await self._people.settings(person)).mentions != NEVER
            wanted = wanted and await self._notifications.may_notify(person, table.id)
            if wanted and self._contact_limit.may_write(table.host, person):
                mentioned.append(person)
        return mentioned


def _is_out_of_sight(messages: TableMessages, position: Position, old: SentMessage) -> bool:
    """Whether a new message is better than an edit, which only matters while somebody has something to press."""
    if position.person_to_act is None:
        return messages.board_asked_for
    age = discord.utils.utcnow().timestamp() - old.sent_at
    return messages.board_asked_for or messages.below > SCROLLED_AWAY or age > OLD_AFTER_SECONDS


def _is_dispensable(messages: TableMessages) -> bool:
    """Whether nobody misses the board: the table was called off, or its one player has the hand beside it."""
    table = messages.position.record
    return is_shown_by_the_hand(table) or (table.was_called_off and not messages.board_asked_for)


def is_shown_by_the_hand(table: TableRecord) -> bool:
    """Whether its one player has the hand in place of a board: in direct messages with the bot."""
    return table.in_own_dm and bool(table.ever_seated) and has_hands(table)


def _is_long_over(position: Position, now: float) -> bool:
    """Whether the game ended so long ago that its board has been shortened to one line."""
    ended_at = position.record.ended_at
    return ended_at is not None and ended_at + FOLD_AFTER_SECONDS <= now
