"""Each player's one hand: in a private answer while that can be kept up to date, else by direct message."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import discord

from bot.language import speaking
from bot.render.catalogue import text_of
from bot.tables.model.records import Phase
from bot.ui.kit.layout import digest
from bot.ui.messages import posting
from bot.ui.messages.posting import DMS_TOO_FAST, OLD_AFTER, MessageGoneError, Post
from bot.ui.messages.private_hands import is_unplayed
from bot.ui.messages.sending import send_once
from bot.ui.turn.past_hand import heading, past_hand
from bot.ui.turn.pointers import moved_elsewhere
from bot.ui.wording.place import place_of

if TYPE_CHECKING:
    from discord.ui import LayoutView

    from bot.tables.model.position import Position
    from bot.tables.model.protocols import Store
    from bot.tables.model.records import SentMessage, TableRecord
    from bot.ui.art.illustrations import Illustrator
    from bot.ui.interaction.free_edits import FreeEdits
    from bot.ui.interaction.languages import Languages
    from bot.ui.interaction.live_hands import LiveHand
    from bot.ui.messages.private_hands import PrivateHands
    from bot.ui.messages.table_messages import Room
    from bot.ui.messages.uploads import Uploads
    from bot.ui.turn.drawing import HandDrawer

log = logging.getLogger(__name__)


class HandSender:
    """Keeps each player's hand up to date, wherever it is."""

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        languages: Languages,
        illustrator: Illustrator,
        drawer: HandDrawer,
        uploads: Uploads,
        free_edits: FreeEdits,
        private: PrivateHands,
    ) -> None:
        self._client = client
        self._messages, self._people = store.messages, store.people
        self._languages = languages
        self._illustrator = illustrator
        self._drawer = drawer
        self._uploads = uploads
        self._free_edits = free_edits
        self._private = private

    async def show(self, room: Room, person: int) -> None:
        """Bring the hand of somebody who plays, or who did, up to date, if it changed."""
        table = room.now.record
        with speaking(await self._languages.of_person(person, table.guild_id)):
            live = self._private.live.of(table.id, person)
            if live is not None:
                await self._private.keep_true(room, live)
            if has_hands(table):
                await self._show_by_dm(room, person)

    async def _show_by_dm(self, room: Room, person: int) -> None:
        table = room.now.record
        if table.phase is Phase.PLAYING and table.seat_of(person) is not None:
            live = self._private.live.of(table.id, person)
            await (self._show(room, person) if live is None else self._point(room, live))
        elif person in await room.load(self._messages):
            await self._show_past(room, room.now, person)

    async def _point(self, room: Room, live: LiveHand) -> None:
        """Say in the direct message that the hand is open elsewhere."""
        position, person = room.now, live.person
        old = (await room.load(self._messages)).get(person)
        if old is None:
            return
        title = heading(position, place_of(self._client, position.record))
        await self._put_truth(room, old, moved_elsewhere(title, room.table_id, live.channel_link))
        room.pointing.add(person)

    async def _show_past(self, room: Room, position: Position, person: int) -> None:
        """Say in a hand what is true; one that nobody misses goes."""
        old, table = (await room.load(self._messages))[person], position.record
        if is_unplayed(table) or person not in table.ever_seated:
            await self._take_away(room, old)
        else:
            await self._put_truth(room, old, past_hand(position, person, place_of(self._client, table)))

    async def _put_truth(self, room: Room, old: SentMessage, view: LayoutView) -> None:
        """Change the direct message into this; one that Discord lets nobody edit any more goes."""
        person, shown = old.audience, digest(view)
        if room.digests.get(person) == shown:
            return
        try:
            post = Post(room.table_id, person, room.now.record.version, view)
            await posting.edit(self._client, old, post, self._uploads, self._free_edits)
        except (MessageGoneError, discord.Forbidden, discord.NotFound):
            await self._take_away(room, old)
        else:
            await room.keep(self._messages, old, shown)

    async def _take_away(self, room: Room, old: SentMessage) -> None:
        await posting.delete(self._client, old)
        self._uploads.forget(old.message_id)
        await room.forget(self._messages, old.audience)

    async def _show(self, room: Room, person: int) -> None:
        chosen = await self._people.settings(person)
        old = (await room.load(self._messages)).get(person)
        room.pointing.discard(person)
        if old is not None and not chosen.hand_by_dm:
            await self._take_away(room, old)
        if not chosen.hand_by_dm or chosen.dm_closed:
            return
        async with self._illustrator.background:
            position = room.now
            if position.record.phase is not Phase.PLAYING or position.record.seat_of(person) is None:
                return  # it ended meanwhile, and that is told next
            view = await self._drawer.draw(position, person)
        shown = digest(view)
        if room.digests.get(person) == shown or self._private.live.of(room.table_id, person) is not None:
            return
        post = Post(room.table_id, person, position.record.version, view)
        try:
            now_sent = await self._put(room, old, post, is_turn=position.person_to_act == person)
        except (discord.Forbidden, discord.NotFound) as error:
            if error.code == DMS_TOO_FAST:
                log.warning("Direct messages were opened too fast; table %d tries again.", room.table_id)
            else:
                await self._note_closed(room, person)
            return
        await room.keep(self._messages, now_sent, shown)

    async def _put(self, room: Room, old: SentMessage | None, post: Post, *, is_turn: bool) -> SentMessage:
        """Edit the old message, or send a new one where there is none that can be edited, or that was begun."""
        begun = post.audience in room.attempts
        if old is not None and not begun and not (is_turn and _age(old) > OLD_AFTER):
            try:
                await posting.edit(self._client, old, post, self._uploads, self._free_edits)
            except (MessageGoneError, discord.NotFound):
                pass
            else:
                return old
        target = await posting.direct(self._client, post.audience)
        new = await send_once(self._client, room, self._messages, target, post, self._uploads)
        if old is not None:
            room.leftovers.append(old)
        return new

    async def _note_closed(self, room: Room, person: int) -> None:
        """The person accepts no DMs: remember it, so as not to retry, and tell them once."""
        log.info("A player of table %d takes no direct messages; the board's button serves.", room.table_id)
        await self._people.change(person, dm_closed=True)
        room.closed_dms.add(person)


def has_hands(table: TableRecord) -> bool:
    """Whether people have cards there that only they may see."""
    return table.phase is not Phase.LOBBY and not text_of(table.game).open_hands


def _age(message: SentMessage) -> float:
    return discord.utils.utcnow().timestamp() - message.sent_at
