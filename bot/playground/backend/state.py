"""The state of one Discord: a furnished server, ids from the real clock, and bounded memory."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import discord
from simcord._clock import Clock
from simcord.backend import Backend
from simcord.backend.models import Channel, Interaction, Message, ThreadMetadata, User
from simcord.enums import ChannelType

from bot.playground import world
from bot.playground.backend.pictures import Pictures
from bot.playground.parts import Recent

Json = dict[str, Any]
Listener = Callable[[int, int], None]  # channel id, message id: created, edited or deleted

_KEPT_MESSAGES = 300
_KEPT_THREADS = 50
_DISCORD_EPOCH = 1_420_070_400_000


class RealClock(Clock):
    """The wall clock in place of SimCord's virtual one."""

    def now(self) -> datetime:
        return datetime.now(UTC)


class State(Backend):
    """The server, its people and their messages; listeners are notified of every change."""

    def __init__(self) -> None:
        self._last_id = 0
        self._planned: int | None = None
        super().__init__(clock=RealClock())
        self.transcript = Recent()
        self.http_requests = Recent()
        self.pictures = self.cdn = Pictures()
        self.closed_dms: set[int] = set()
        self.message_listeners: list[Listener] = []
        self.answer_listeners: list[Callable[[Interaction], None]] = []
        self.command_listeners: list[Callable[[], None]] = []
        self._furnish()

    # Ids and furniture

    def snowflake(self) -> int:
        """Return a new id: the planned one, or the real time with a counter; always greater than the last."""
        if self._planned is not None:
            planned, self._planned = self._planned, None
            return planned
        now = int(self.clock.now().timestamp() * 1000) - _DISCORD_EPOCH
        self._last_id = max(now << 22, self._last_id + 1)
        return self._last_id

    def _furnish(self) -> None:
        del self.users[self.bot_user.id]
        self.application_id = world.APPLICATION_ID
        self.bot_user = self.users[world.BOT_ID] = User(id=world.BOT_ID, name=world.BOT_NAME, bot=True)
        for person in world.PEOPLE:
            self.users[person.id] = User(id=person.id, name=person.name, global_name=person.shown)
        self._planned = world.BOT_ROLE_ID
        guild = self.create_guild(world.GUILD_NAME, id=world.GUILD_ID, owner_id=world.HOST.id)
        allowed = discord.Permissions(**dict.fromkeys(world.BOT_PERMISSIONS, True))
        guild.roles[world.BOT_ROLE_ID].permissions = allowed.value
        for person in world.PEOPLE[1:]:
            self.add_member(guild.id, person.id)
        for channel_id, name, topic in world.CHANNELS:
            self._planned = channel_id
            self.create_channel(guild.id, name, topic=topic, announce=False)
        for person in world.PEOPLE:
            self._planned = person.dm
            self.get_dm_channel(person.id)

    # Bounds and notices

    def register_commands(self, guild_id: int | None, payloads: list[Json]) -> list[Json]:
        registered = super().register_commands(guild_id, payloads)
        for listener in self.command_listeners:
            listener()
        return registered

    def commit_message(self, message: Message, *, broadcast: bool = True) -> Message:
        committed = super().commit_message(message, broadcast=broadcast)
        held = self.messages[message.channel_id]
        while len(held) > _KEPT_MESSAGES:
            self.delete_message(message.channel_id, next(iter(held)))
        self._notify(message.channel_id, message.id)
        return committed

    def edit_message(self, channel_id: int, message_id: int, fields: Json) -> Message:
        edited = super().edit_message(channel_id, message_id, fields)
        self._notify(channel_id, message_id)
        return edited

    def delete_message(self, channel_id: int, message_id: int) -> None:
        super().delete_message(channel_id, message_id)
        self._notify(channel_id, message_id)

    def _notify(self, channel_id: int, message_id: int) -> None:
        for listener in self.message_listeners:
            listener(channel_id, message_id)

    def _forget_interactions(self) -> None:
        """Drop interactions whose 15 minutes are over: their tokens have expired."""
        now = self.now_iso()
        dead = [record for record in self.interactions.values() if record.expires_at and record.expires_at < now]
        for record in dead:
            del self.interactions[record.id]
        alive = self.interactions
        self.interaction_tokens = {token: of for token, of in self.interaction_tokens.items() if of in alive}

    # What outlives a restart

    def saved_state(self) -> Json:
        """Return what must survive a restart: threads, whether they are archived, and the bot's registered commands."""
        threads = [channel for channel in self.channels.values() if channel.is_thread][-_KEPT_THREADS:]
        return {
            "threads": [
                {
                    "id": thread.id,
                    "name": thread.name,
                    "parent": thread.parent_id,
                    "owner": thread.owner_id,
                    "type": int(thread.type),
                    "archived": thread.thread_metadata is not None and thread.thread_metadata.archived,
                }
                for thread in threads
            ],
            "commands": list(self.commands.get(None, {}).values()),
        }

    def remember(self, kept: Json) -> None:
        """Restore what `saved_state` returned."""
        now = self.now_iso()
        for thread in kept["threads"]:
            if thread["parent"] not in self.channels:
                continue
            self.channels[thread["id"]] = Channel(
                id=thread["id"],
                type=ChannelType(thread["type"]),
                name=thread["name"],
                guild_id=world.GUILD_ID,
                parent_id=thread["parent"],
                owner_id=thread["owner"],
                thread_metadata=ThreadMetadata(
                    thread.get("archived", False), archive_timestamp=now, create_timestamp=now
                ),
                thread_members={thread["owner"]: now},
            )
            self.messages[thread["id"]] = {}
            self.guilds[world.GUILD_ID].thread_ids.append(thread["id"])
        self.commands[None] = {(each["name"], each["type"]): each for each in kept["commands"]}
