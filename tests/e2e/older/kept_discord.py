"""A simulated Discord as plain JSON: servers, people and the bot's messages, restored later with the same ids."""

from __future__ import annotations

from dataclasses import fields
from datetime import timedelta
from typing import TYPE_CHECKING, Any
from unittest import mock

import discord
from simcord.backend.models import Channel, Message
from simcord.backend.models.channel import ThreadMetadata
from simcord.builders import ChannelHandle

from tests.e2e.payloads import walk

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    import simcord

Json = dict[str, Any]
OF_A_MESSAGE = (
    "id",
    "channel_id",
    "content",
    "timestamp",
    "flags",
    "components",
    "attachments",
    "interaction_metadata",
)
OF_A_CHANNEL = ("id", "type", "name", "parent_id")
MANAGERS = "managers"


def keep(env: simcord.Env, tables: Collection[int]) -> Json:
    """Return what a returning bot has to find: servers, people, and the messages with these tables' controls."""
    backend = env.backend
    owners = {guild.owner_id for guild in backend.guilds.values()}
    people = {user.name: user.id for user in backend.users.values() if not user.bot and user.id not in owners}
    return {
        "seconds": backend.clock.elapsed,
        "people": people,
        "private_channels": {
            name: backend.dm_channels[number] for name, number in people.items() if number in backend.dm_channels
        },
        "servers": [_server(env, guild, people) for guild in backend.guilds.values()],
        "messages": [
            {name: getattr(message, name) for name in OF_A_MESSAGE}
            for history in backend.messages.values()
            for message in history.values()
            if not _tables_of(message.components).isdisjoint(tables)
        ],
    }


def _tables_of(components: list[Json]) -> set[int]:
    """Return the ids of the tables that a message's controls belong to."""
    return {int(part["custom_id"].split(":")[1]) for part in walk(components) if "custom_id" in part}


def _server(env: simcord.Env, guild: Any, people: Mapping[str, int]) -> Json:
    managers = {role.id for role in guild.roles.values() if role.name == MANAGERS}
    channels = [env.backend.channels[number] for number in (*guild.channel_ids, *guild.thread_ids)]
    return {
        "id": guild.id,
        "name": guild.name,
        "members": [name for name, number in people.items() if number in guild.members],
        "managers": [
            name
            for name, number in people.items()
            if number in guild.members and managers & set(guild.members[number].role_ids)
        ],
        "channels": [{name: getattr(channel, name) for name in OF_A_CHANNEL} for channel in channels],
    }


class KeptDiscord:
    """A Discord restored without a bot, `later` seconds after it was saved."""

    def __init__(self, env: simcord.Env, kept: Json, later: float) -> None:
        self.env = env
        env.backend.advance_clock(kept["seconds"] + later)
        self.users = {name: self._user(name, kept) for name in kept["people"]}
        self.channels: dict[int, Any] = {}
        self.members: dict[tuple[str, str], Any] = {}
        for server in kept["servers"]:
            self._put_back_server(server)
        for message in kept["messages"]:
            known = {field.name for field in fields(Message)} & message.keys()
            values = {name: message[name] for name in known}
            author = env.backend.bot_user.id
            env.backend.messages[message["channel_id"]][message["id"]] = Message(**values, author_id=author)

    def _user(self, name: str, kept: Json) -> Any:
        backend = self.env.backend
        with mock.patch.object(backend, "snowflake", return_value=kept["people"][name]):
            user = self.env.create_user(name)
        if name in kept["private_channels"]:
            private = kept["private_channels"][name]
            with mock.patch.object(backend, "snowflake", return_value=private):
                backend.get_dm_channel(user.id)
        return user

    def _put_back_server(self, server: Json) -> None:
        guild = self.env.create_guild(server["name"], id=server["id"])
        managers = guild.create_role(MANAGERS, permissions=discord.Permissions(manage_guild=True))
        for name in server["members"]:
            roles = [managers] if name in server["managers"] else []
            self.members[server["name"], name] = guild.add_member(self.users[name], roles=roles)
        for channel in server["channels"]:
            self._put_back_channel(guild, channel)

    def _put_back_channel(self, guild: Any, values: Json) -> None:
        backend, stored = self.env.backend, guild._guild
        channel = Channel(**values, guild_id=guild.id)
        if channel.is_thread:
            begun = (self.env.now() - timedelta(hours=1)).isoformat()
            channel.owner_id = backend.bot_user.id
            channel.thread_metadata = ThreadMetadata(archive_timestamp=begun, create_timestamp=begun)
            stored.thread_ids.append(channel.id)
        else:
            stored.channel_ids.append(channel.id)
        backend.channels[channel.id] = channel
        backend.messages[channel.id] = {}
        self.channels[channel.id] = ChannelHandle(self.env, guild, channel)
