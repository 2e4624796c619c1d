"""The public board: edited in place; reposted when it is gone, scrolled away, or old."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.tables.model.records import BOARD, NEVER, Phase
from bot.ui.art.illustrations import PLAIN
from bot.ui.board.board import board
from bot.ui.kit.layout import digest
from bot.ui.messages import posting
from bot.ui.messages.posting import OLD_AFTER, MessageGoneError, Post
from bot.ui.messages.sending import send_once
from bot.ui.wording.place import may_attach
from bot.ui.wording.rating_lines import rated_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from discord.ui import LayoutView

    from bot.tables.model.position import Position
    from bot.tables.model.records import SentMessage, TableRecord
    from bot.ui.art.illustrations import Illustrator
    from bot.ui.interaction.flood_control import ContactLimit
    from bot.ui.interaction.free_edits import FreeEdits
    from bot.ui.interaction.services import BotStore
    from bot.ui.messages.table_messages import Room
    from bot.ui.messages.uploads import Uploads

SCROLLED_AWAY = 8
"""Number of messages below the board after which it is out of sight."""


class BoardKeeper:
    """Keeps a table's one public message up to date."""

    def __init__(
        self,
        client: discord.Client,
        store: BotStore,
        illustrator: Illustrator,
        uploads: Uploads,
        free_edits: FreeEdits,
        contact_limit: ContactLimit,
    ) -> None:
        self._client = client
        self._messages, self._records, self._people = store.messages, store.records, store.people
        self._illustrator = illustrator
        self._uploads = uploads
        self._free_edits = free_edits
        self._contact_limit = contact_limit

    async def update(self, room: Room, taken: Callable[[], None]) -> None:
        """Show the table as it is when the board's turn to be drawn has come; calls `taken` then."""
        position, view = await self._drawn(room, taken)
        await self.show(room, position, view)

    async def _drawn(self, room: Room, taken: Callable[[], None]) -> tuple[Position, LayoutView]:
        async with self._illustrator.background:
            position = room.now
            taken()
            pictured = may_attach(self._client, position.record)
            pictures = await self._illustrator.of_board(position) if pictured else PLAIN
        return position, board(position, pictures, await rated_of(self._records, position))

    async def show(self, room: Room, position: Position, view: LayoutView) -> None:
        """Put the board into its message; send nothing if it is up to date."""
        shown = digest(view)
        old = (await room.load(self._messages)).get(BOARD)
        replaced = old is not None and (BOARD in room.attempts or self._is_out_of_sight(room, position, old))
        if old is not None and not replaced and room.digests.get(BOARD) == shown:
            return
        post = Post(room.table_id, BOARD, position.record.version, view)
        if old is not None and not replaced:
            try:
                await posting.edit(self._client, old, post, self._uploads, self._free_edits)
            except MessageGoneError:
                pass
            else:
                below = room.below
                await room.keep(self._messages, old, shown)
                room.below = below
                return
        channel = posting.channel(self._client, position.record.channel_id)
        if old is None and room.called is None:
            room.called = await self._to_call(position.record)
        called = () if old else room.called or ()
        new = await send_once(self._client, room, self._messages, channel, post, self._uploads, called)
        await room.keep(self._messages, new, shown)
        if old is not None and replaced:
            room.leftovers.append(old)

    async def _to_call(self, table: TableRecord) -> list[int]:
        """Those for whom seats are kept, to be mentioned by the table's first board, as far as they want to be."""
        called = []
        for person in table.awaited:
            wanted = (await self._people.settings(person)).mentions != NEVER
            if wanted and self._contact_limit.may_write(table.host, person):
                called.append(person)
        return called

    @staticmethod
    def _is_out_of_sight(room: Room, position: Position, old: SentMessage) -> bool:
        """Whether a new message serves better than an edit: only while somebody has something to press."""
        if position.record.phase is not Phase.PLAYING or position.person_to_act is None:
            return room.below >= ALWAYS
        age = discord.utils.utcnow().timestamp() - old.sent_at
        return room.below > SCROLLED_AWAY or age > OLD_AFTER


ALWAYS = 1_000_000
"""A count of messages below the board that stands for: somebody asked for a new board."""
