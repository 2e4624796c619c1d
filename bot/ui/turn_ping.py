"""The one mention that tells a person that it is their turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.tables.model import TURN_PING
from bot.ui import posting
from bot.ui.place import place_of

if TYPE_CHECKING:
    from bot.tables.position import Position
    from bot.tables.protocols import Store
    from bot.ui.room import Room

CLOSED = " I could not send you your cards by direct message: press **My hand** on the board instead."


class TurnPing:
    """Posts the newest turn ping of a table and takes the one before away."""

    def __init__(self, client: discord.Client, store: Store) -> None:
        self._client = client
        self._store = store

    async def show(self, room: Room, position: Position) -> None:
        """Ping the person to whom the turn came; a ping that was heeded, or is no longer right, goes."""
        person, room.ping = room.ping, None
        old = (await room.load(self._store)).get(TURN_PING)
        if old is not None and old.version == position.record.decision:
            return  # said before, perhaps by a process that died before it noted so
        wanted = person is not None and person == position.person_to_act and await self._wants(room, person)
        if old is not None and (wanted or old.version < position.record.decision):
            await posting.delete(self._client, old)
            await room.forget(self._store, TURN_PING)
        if wanted and person is not None:
            await self._post(room, position, person)

    async def _wants(self, room: Room, person: int) -> bool:
        return person in room.closed_dms or (await self._store.person_settings(person)).turn_pings

    async def _post(self, room: Room, position: Position, person: int) -> None:
        table = position.record
        closed = CLOSED if person in room.closed_dms else ""
        link = place_of(self._client, table).link
        message = await posting.channel(self._client, table.channel_id).send(
            f"<@{person}>, it is your turn at [table {table.id}]({link}).{closed}",
            allowed_mentions=discord.AllowedMentions(users=[discord.Object(person)]),
            suppress_embeds=True,
        )
        room.closed_dms.discard(person)
        # A ping is about a decision: its `version` is that, so that the next decision takes it away.
        await room.keep(self._store, posting.sent(message, table.id, TURN_PING, table.decision), "")
