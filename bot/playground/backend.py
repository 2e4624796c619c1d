"""Discord's state and rules, kept by SimCord: the one module that touches SimCord's internals.

SimCord is made for tests, with a virtual clock and unbounded logs. Here it runs in real time for hours: ids come
from the real clock (an interaction id must never come again after a restart), and what it remembers is bounded.
"""

from __future__ import annotations

import copy
import logging
import re
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import discord
from simcord import intents as _intents
from simcord._clock import Clock
from simcord.backend import Backend, serializers
from simcord.backend.access import channel_accessible
from simcord.backend.cdn import CdnStore
from simcord.backend.errors import BackendError, unknown_message
from simcord.backend.models import Channel, Interaction, Message, Role, ThreadMetadata, User
from simcord.enums import ChannelType, InteractionType
from simcord.http import RouteNotImplemented, UnsupportedField, dispatch
from simcord.interactions import base_payload, command_leaves, nest_options

from bot.playground import world
from bot.playground.parts import Answer, Recent, Upload, picture_size

Json = dict[str, Any]
Listener = Callable[[int, int], None]  # channel id, message id: created, edited or deleted

_log = logging.getLogger(__name__)

_KEPT_MESSAGES = 300
_KEPT_THREADS = 50
_KEPT_PICTURES = 64 * 1024 * 1024
_FILE_LIMIT = 10 * 1024 * 1024
_DISCORD_EPOCH = 1_420_070_400_000
_CALLBACK = re.compile(r"/interactions/(\d+)/[^/]+/callback")
_DM_SEND = re.compile(r"/channels/(\d+)/messages")

__all__ = ["Answer", "BackendError", "Interaction", "InteractionType", "Upload", "VirtualDiscord"]


class RealClock(Clock):
    """The wall clock in place of SimCord's virtual one."""

    def now(self) -> datetime:
        return datetime.now(UTC)


class Pictures(CdnStore):
    """Attachments under addresses that cannot be guessed; the oldest go when 64 MiB are full."""

    def __init__(self) -> None:
        super().__init__()
        self.base = ""
        self._held = 0

    def store_attachment(
        self, attachment_id: int, channel_id: int, filename: str, data: bytes, description: str | None
    ) -> Json:
        stored = super().store_attachment(attachment_id, channel_id, filename, data, description)
        del self._blobs[stored["url"]]
        path = f"/attachments/{channel_id}/{attachment_id}/{secrets.token_urlsafe(12)}/{filename}"
        stored["url"] = stored["proxy_url"] = self.base + path
        stored |= picture_size(data)
        self._keep(path, data)
        return stored

    def _keep(self, path: str, data: bytes) -> None:
        self._blobs[path] = data
        self._held += len(data)
        while self._held > _KEPT_PICTURES and len(self._blobs) > 1:
            oldest = next(iter(self._blobs))
            self._held -= len(self._blobs.pop(oldest))


class VirtualDiscord(Backend):
    """One server with its people, in memory, in real time."""

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

    # ------------------------------------------------------------- ids and furniture

    def snowflake(self) -> int:
        """Return a new id: the planned one, or the real time with a counter, always greater than the last."""
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

    # ------------------------------------------------------------- the bot's side: REST and events

    def call(
        self, method: str, path: str, json: Any, params: Json, files: list[Upload], reason: str | None
    ) -> Answer:
        """Carry out one REST call of the bot.

        Args:
            method: The HTTP method.
            path: The path below `/api/v10`, still percent-encoded.
            json: The decoded JSON body, or None.
            params: The query.
            files: Uploaded files, in order.
            reason: The audit-log reason, if any.
        """
        try:
            self._refuse(method, path, files)
            body = dispatch(
                self,
                method,
                path,
                json=json,
                params=params,
                files=files,
                reason=reason,
                message_content_access=False,
            )
        except (RouteNotImplemented, UnsupportedField) as gap:
            _log.error("The playground cannot do what the bot asked of Discord: %s", gap)
            return Answer(400, gap.to_json())
        except BackendError as error:
            return Answer(error.status, error.to_json())
        if answered := _CALLBACK.fullmatch(path):
            record = self.interactions[int(answered[1])]
            for listener in self.answer_listeners:
                listener(record)
        return Answer(204 if body is None else 200, body)

    def _refuse(self, method: str, path: str, files: list[Upload]) -> None:
        if any(len(file.data) > _FILE_LIMIT for file in files):
            raise BackendError(413, 40005, "Request entity too large")
        sent_to = _DM_SEND.fullmatch(path) if method == "POST" else None
        channel = self.channels.get(int(sent_to[1])) if sent_to else None
        if channel is not None and self.closed_dms.intersection(channel.recipient_ids):
            raise BackendError(403, 50007, "Cannot send messages to this user")

    def shaped(self, event: str, payload: Mapping[str, Any], intents: discord.Intents) -> Json | None:
        """Return an event as a bot with these intents receives it, or None if Discord would not send it."""
        needed = _intents.required_intent(event, payload)
        if needed is not None and not getattr(intents, needed):
            return None
        shaped = copy.deepcopy(dict(payload))
        if not intents.message_content:
            if event in {"MESSAGE_CREATE", "MESSAGE_UPDATE"}:
                _intents.censor_message(shaped, self.bot_user.id, backend=self)
            elif event == "INTERACTION_CREATE" and isinstance(shaped.get("message"), dict):
                _intents.censor_message(shaped["message"], self.bot_user.id, backend=self, exempt_root=True)
        if event == "GUILD_CREATE":
            _intents.prune_guild_create(shaped, intents, self.bot_user.id)
        return shaped

    def guild_creates(self, shard: int, shards: int) -> list[Json]:
        """Return what a shard is told about each of its servers after READY."""
        mine = (guild for guild in self.guilds.values() if (guild.id >> 22) % shards == shard)
        return [dict(serializers.guild_create_payload(self, guild)) for guild in mine]

    def bot_payload(self) -> Json:
        return dict(serializers.user_payload(self.bot_user))

    def members_chunk(self, asked: Mapping[str, Any]) -> Json:
        """Answer a gateway request for a server's members, by ids or by the beginning of a name."""
        guild = self.get_guild(int(asked["guild_id"]))
        raw = asked.get("user_ids") or []
        wanted = {int(user) for user in (raw if isinstance(raw, list) else [raw])}
        prefix = str(asked.get("query") or "").lower()
        found = [
            serializers.member_payload(self, guild, member)
            for member in guild.members.values()
            if (not wanted or member.user_id in wanted)
            and self.users[member.user_id].name.lower().startswith(prefix)
        ]
        chunk: Json = {
            "guild_id": str(guild.id),
            "members": found[: int(asked.get("limit") or 0) or None],
            "chunk_index": 0,
            "chunk_count": 1,
            "not_found": [str(user) for user in sorted(wanted - guild.members.keys())],
        }
        return chunk | ({"nonce": asked["nonce"]} if asked.get("nonce") else {})

    # ------------------------------------------------------------- what people do

    def interact(
        self,
        kind: InteractionType,
        channel_id: int,
        user_id: int,
        data: Json,
        *,
        message_id: int | None = None,
        command: str | None = None,
    ) -> Interaction:
        """Send the bot an interaction and return its record.

        Args:
            kind: Command, component, autocomplete or modal submission.
            channel_id: Where it happens.
            user_id: Who does it.
            data: The interaction's own data, as on the wire.
            message_id: The message whose component was used, or which opened the modal.
            command: The whole command path for the header others see, such as `table new`.
        """
        channel = self.get_channel(channel_id)
        self._forget_interactions()
        record, payload = base_payload(
            self, type=kind, channel_id=channel_id, guild_id=channel.guild_id, user_id=user_id, data=data
        )
        del self.interaction_tokens[record.token]
        record.token = f"{record.token}.{secrets.token_urlsafe(24)}"
        self.interaction_tokens[record.token] = record.id
        payload["token"] = record.token
        record.command_name = command or record.command_name
        if message_id is not None:
            record.source_message_id = message_id
            payload["message"] = dict(
                serializers.message_payload(self, self.get_message(channel_id, message_id))
            )
        self.emit("INTERACTION_CREATE", payload)
        return record

    def say(self, channel_id: int, user_id: int, text: str) -> Message:
        """Post a person's own words."""
        channel = self.get_channel(channel_id)
        need = "send_messages_in_threads" if channel.is_thread else "send_messages"
        self.require_permissions(channel.guild_id, user_id, channel_id, need)
        return self.create_message(channel_id, user_id, text)

    def leaves(self, user_id: int, channel_id: int) -> list[tuple[list[str], Json, Json]]:
        """Return (path, leaf, root command) of every slash command this person may use here."""
        return [
            (path, leaf, command)
            for command in self.visible_commands(user_id=user_id, channel_id=channel_id)
            for path, leaf in command_leaves(command)
        ]

    def nested(self, command: Json, path: Sequence[str], options: list[Json]) -> list[Json]:
        """Wrap a leaf's options in its subcommand layers."""
        return nest_options(command, list(path[1:]), options)

    def resolve(self, channel_id: int, user_id: int, value: int, resolved: Json) -> bool:
        """Add the user, role or channel with this id to `resolved`; False if the person can see none such."""
        guild_id = self.get_channel(channel_id).guild_id
        guild = self.guilds.get(guild_id) if guild_id is not None else None
        key = str(value)
        if value in self.users:
            resolved.setdefault("users", {})[key] = dict(serializers.user_payload(self.users[value]))
            if guild is not None and value in guild.members:
                member = serializers.member_payload(self, guild, guild.members[value], with_user=False)
                resolved.setdefault("members", {})[key] = dict(member)
        elif guild is not None and value in guild.roles:
            resolved.setdefault("roles", {})[key] = dict(serializers.role_payload(guild.roles[value]))
        elif guild is not None and channel_accessible(self, value, user_id):
            seen = dict(serializers.channel_payload(self, self.channels[value]))
            seen["permissions"] = str(self.compute_permissions(guild.id, user_id, value))
            resolved.setdefault("channels", {})[key] = seen
        else:
            return False
        return True

    # ------------------------------------------------------------- what people see

    def sees(self, user_id: int, channel_id: int) -> bool:
        return channel_accessible(self, channel_id, user_id, history=True)

    def places(self, user_id: int) -> list[Channel]:
        """Return the text channels and open threads this person sees, then their DM with the bot."""
        guild = self.guilds.get(world.GUILD_ID)
        ids: Iterable[int] = [*guild.channel_ids, *guild.thread_ids] if guild else []
        seen = [self.channels[place] for place in ids if self.sees(user_id, place)]
        live = [
            place for place in seen if place.thread_metadata is None or not place.thread_metadata.archived
        ]
        return [*live, self.get_dm_channel(user_id)]

    def message_for(self, user_id: int, channel_id: int, message_id: int) -> Json:
        """Return a message as this person's screen gets it.

        Raises:
            BackendError: It does not exist, or is not for their eyes.
        """
        message = self.get_message(channel_id, message_id)
        if not self.sees(user_id, channel_id) or not message.visible_to(user_id):
            raise unknown_message()
        shown: Json = dict(serializers.message_payload(self, message, for_user=user_id))
        return shown | {"pings": [str(user) for user in message.ping_user_ids]}

    def history_for(self, user_id: int, channel_id: int) -> list[Json]:
        """Return the messages of a place that this person may read, oldest first."""
        if not self.sees(user_id, channel_id):
            return []
        held = self.messages.get(channel_id, {}).values()
        return [self.message_for(user_id, channel_id, held.id) for held in held if held.visible_to(user_id)]

    def roles(self) -> list[Role]:
        guild = self.guilds.get(world.GUILD_ID)
        return list(guild.roles.values()) if guild else []

    # ------------------------------------------------------------- bounds and notices

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
        self._tell(message.channel_id, message.id)
        return committed

    def edit_message(self, channel_id: int, message_id: int, fields: Json) -> Message:
        edited = super().edit_message(channel_id, message_id, fields)
        self._tell(channel_id, message_id)
        return edited

    def delete_message(self, channel_id: int, message_id: int) -> None:
        super().delete_message(channel_id, message_id)
        self._tell(channel_id, message_id)

    def bulk_delete_messages(self, channel_id: int, message_ids: Iterable[int]) -> list[int]:
        deleted = super().bulk_delete_messages(channel_id, message_ids)
        for message_id in deleted:
            self._tell(channel_id, message_id)
        return deleted

    def _tell(self, channel_id: int, message_id: int) -> None:
        for listener in self.message_listeners:
            listener(channel_id, message_id)

    def _forget_interactions(self) -> None:
        """Drop interactions whose 15 minutes are over: their tokens are dead anyway."""
        now = self.now_iso()
        dead = [
            record for record in self.interactions.values() if record.expires_at and record.expires_at < now
        ]
        for record in dead:
            del self.interactions[record.id]
        alive = self.interactions
        self.interaction_tokens = {token: of for token, of in self.interaction_tokens.items() if of in alive}

    # ------------------------------------------------------------- what outlives a restart

    def keepsake(self) -> Json:
        """Return what must be there again after a restart: open threads, and the commands the bot registered."""
        threads = [channel for channel in self.channels.values() if channel.is_thread][-_KEPT_THREADS:]
        return {
            "threads": [
                {"id": t.id, "name": t.name, "parent": t.parent_id, "owner": t.owner_id, "type": int(t.type)}
                for t in threads
            ],
            "commands": list(self.commands.get(None, {}).values()),
        }

    def remember(self, kept: Json) -> None:
        """Put back what `keepsake` returned."""
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
                thread_metadata=ThreadMetadata(archive_timestamp=now, create_timestamp=now),
                thread_members={thread["owner"]: now},
            )
            self.messages[thread["id"]] = {}
            self.guilds[world.GUILD_ID].thread_ids.append(thread["id"])
        self.commands[None] = {(each["name"], each["type"]): each for each in kept["commands"]}
