"""Group DMs, to which people take the bot along: it is no member there, and all that it can do is answer."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import discord
from simcord.backend.access import channel_accessible
from simcord.backend.errors import BackendError

from bot.playground import world
from bot.playground.backend.state import State

if TYPE_CHECKING:
    from simcord.backend.models import Channel

Json = dict[str, Any]

_GROUP_DM = 3
_MAX_FOLLOW_UPS = 5
_IN_GROUPS = discord.Permissions(attach_files=True, embed_links=True, mention_everyone=True)
_PRIVATE_CHANNEL, _USER_INSTALL = 2, 1
_ANY_IN_CHANNEL = re.compile(r"/channels/(\d+)(?:/.*)?")
_FOLLOW_UP = re.compile(r"/webhooks/\d+/([^/]+)")


class Groups(State):
    """What Discord does in group DMs; its sentences stand in `tests/e2e/outside.py`."""

    def _furnish(self) -> None:
        super()._furnish()
        self._planned = world.GROUP_ID
        channel = self.create_channel(None, world.GROUP_NAME, type=_GROUP_DM, announce=False)
        channel.recipient_ids = list(world.GROUP_MEMBERS)

    def groups(self) -> list[Channel]:
        return [channel for channel in self.channels.values() if channel.type == _GROUP_DM]

    def is_group(self, channel_id: int | None) -> bool:
        channel = self.channels.get(channel_id or 0)
        return channel is not None and channel.type == _GROUP_DM

    def sees(self, user_id: int, channel_id: int) -> bool:
        """Whether a person may read a place."""
        if self.is_group(channel_id):
            return user_id in self.channels[channel_id].recipient_ids
        return channel_accessible(self, channel_id, user_id, history=True)

    def works_in(self, channel_id: int, command: Json) -> bool:
        """Whether a command is offered there: in a group those of apps that people have added to their account."""
        contexts, kinds = command.get("contexts") or (), command.get("integration_types") or ()
        return not self.is_group(channel_id) or (_PRIVATE_CHANNEL in contexts and _USER_INSTALL in kinds)

    def as_in_a_group(self, payload: Json, user_id: int) -> None:
        """Let an interaction say that it comes from there."""
        payload["context"] = _PRIVATE_CHANNEL
        payload["authorizing_integration_owners"] = {str(_USER_INSTALL): str(user_id)}
        payload["app_permissions"] = str(_IN_GROUPS.value)

    def refuse_in_groups(self, method: str, path: str) -> None:
        """Refuse what a bot that is no member cannot do.

        Raises:
            BackendError: as Discord refuses it.
        """
        asked = _ANY_IN_CHANNEL.fullmatch(path)
        if asked and self.is_group(int(asked[1])):
            raise BackendError(403, 50001, "Missing Access")
        follow_up = _FOLLOW_UP.fullmatch(path) if method == "POST" else None
        record = self.interactions.get(self.interaction_tokens.get(follow_up[1], 0)) if follow_up else None
        if record is None or not self.is_group(record.channel_id) or record.loading:
            return
        if len(record.followup_ids) >= _MAX_FOLLOW_UPS:
            raise BackendError(400, 40094, "Maximum number of follow-up messages for this interaction reached")
