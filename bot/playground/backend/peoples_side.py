"""People's side of Discord: what they do, and what each of them sees."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

from simcord.backend import serializers
from simcord.backend.access import channel_accessible
from simcord.backend.errors import unknown_message
from simcord.interactions import base_payload, command_leaves, nest_options

from bot.playground import outside, world
from bot.playground.backend.visits import Visits

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from simcord.backend.models import Channel, Interaction, Message, Role
    from simcord.enums import InteractionType

Json = dict[str, Any]

OF_PEOPLE, OF_MESSAGES = 2, 3
MENU_TYPES = (OF_PEOPLE, OF_MESSAGES)
"""The types of commands that appear in menus."""


class PeoplesSide(Visits):
    """What a person's client can do and show."""

    # What people do

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
            message_id: The message whose component was used or that opened the modal.
            command: The full command path, shown to others in the header, such as `table new`.
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
        outside.from_inside(payload)
        record.command_name = command or record.command_name
        if message_id is not None:
            record.source_message_id = message_id
            payload["message"] = dict(serializers.message_payload(self, self.get_message(channel_id, message_id)))
        if self.is_visited(channel_id):
            self.as_from_outside(payload, channel_id)
        self.emit("INTERACTION_CREATE", payload)
        return record

    def say(self, channel_id: int, user_id: int, text: str) -> Message:
        """Post a person's own words."""
        channel = self.get_channel(channel_id)
        need = "send_messages_in_threads" if channel.is_thread else "send_messages"
        if not self.is_visited(channel_id):
            self.require_permissions(channel.guild_id, user_id, channel_id, need)
        return self.create_message(channel_id, user_id, text)

    def leaves(self, user_id: int, channel_id: int) -> list[tuple[list[str], Json, Json]]:
        """Return (path, leaf, root command) of every slash command this person may use here."""
        return [
            (path, leaf, command)
            for command in self.visible_commands(user_id=user_id, channel_id=channel_id)
            if self.works_in(channel_id, user_id, command)
            for path, leaf in command_leaves(command)
        ]

    def menus(self, user_id: int, channel_id: int) -> list[Json]:
        """Return the bot's entries in the menus of people and messages, that this person may use here."""
        return [
            command
            for kind in MENU_TYPES
            for command in self.visible_commands(user_id=user_id, channel_id=channel_id, type=kind)
            if self.works_in(channel_id, user_id, command)
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

    def resolve_message(self, user_id: int, channel_id: int, message_id: int, resolved: Json) -> None:
        """Add the message to `resolved`.

        Raises:
            BackendError: It does not exist, or they may not see it.
        """
        self.message_for(user_id, channel_id, message_id)
        shown = serializers.message_payload(self, self.get_message(channel_id, message_id))
        resolved.setdefault("messages", {})[str(message_id)] = dict(shown)

    # What people see

    def places(self, user_id: int) -> list[Channel]:
        """Return the text channels, open threads and visited places this person sees, then their DM with the bot."""
        guild = self.guilds.get(world.GUILD_ID)
        ids: Iterable[int] = [*guild.channel_ids, *guild.thread_ids] if guild else []
        seen = [self.channels[place] for place in ids if self.sees(user_id, place)]
        live = [place for place in seen if place.thread_metadata is None or not place.thread_metadata.archived]
        elsewhere = [place for place in self.visited() if self.sees(user_id, place.id)]
        return [*live, *elsewhere, self.get_dm_channel(user_id)]

    def message_for(self, user_id: int, channel_id: int, message_id: int) -> Json:
        """Return a message as shown on this person's screen.

        Raises:
            BackendError: It does not exist, or they may not see it.
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
