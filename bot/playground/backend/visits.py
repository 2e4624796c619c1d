"""Group DMs, and a server that never installed the bot: people bring it along, and it can only answer."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from simcord.backend.access import channel_accessible
from simcord.backend.errors import BackendError

from bot.playground import outside, world
from bot.playground.backend.state import State

if TYPE_CHECKING:
    from simcord.backend.models import Channel, Interaction

Json = dict[str, Any]

_ANY_IN_CHANNEL = re.compile(r"/channels/(\d+)(?:/.*)?")
_CALLBACK = re.compile(r"/interactions/\d+/([^/]+)/callback")
_FOLLOW_UP = re.compile(r"/webhooks/\d+/([^/]+)")


class Visits(State):
    """Discord's behaviour where the bot is not a member; SimCord only knows servers with it and its direct messages."""

    def _furnish(self) -> None:
        super()._furnish()
        self._visited: dict[int, world.Visited] = {}
        for place in world.VISITED:
            self._planned = place.id
            kind = outside.GROUP_DM if place.guild_id is None else outside.TEXT_CHANNEL
            channel = self.create_channel(None, place.name, type=kind, announce=False)
            channel.recipient_ids = list(place.members)
            self._visited[place.id] = place

    def visited(self) -> list[Channel]:
        """The places in which the bot can only answer."""
        return [self.channels[place] for place in self._visited]

    def is_visited(self, channel_id: int) -> bool:
        return channel_id in self._visited

    def is_public(self, channel_id: int) -> bool:
        """Whether everybody there can read the bot's answers."""
        place = self._visited.get(channel_id)
        return place is None or place.public

    def sees(self, user_id: int, channel_id: int) -> bool:
        """Whether a person may read a place."""
        if self.is_visited(channel_id):
            return user_id in self._visited[channel_id].members
        return channel_accessible(self, channel_id, user_id, history=True)

    def works_in(self, channel_id: int, user_id: int, command: Json) -> bool:
        """Whether a person is offered a command there: outside, only if they have added the bot to their account."""
        place = self._visited.get(channel_id)
        if place is None:
            return True
        return user_id == world.HOST.id and outside.offers(command, in_server=place.guild_id is not None)

    def as_from_outside(self, payload: Json, channel_id: int) -> None:
        """Mark an interaction as coming from a place to which the host brought the bot."""
        place = self._visited[channel_id]
        if place.guild_id is None:
            outside.from_a_group(payload, world.HOST.id)
        else:
            outside.from_a_server(payload, world.HOST.id, place.guild_id, self.now_iso(), public=place.public)

    def limit_outside(self, method: str, path: str, body: Any) -> None:
        """Refuse what a bot that is not a member cannot do, and hide its answers where they may not be public.

        Raises:
            BackendError: Discord would refuse it.
        """
        asked = _ANY_IN_CHANNEL.fullmatch(path)
        if asked and self.is_visited(int(asked[1])):
            raise BackendError(*outside.NO_ACCESS)
        if method != "POST":
            return
        callback, follow_up = _CALLBACK.fullmatch(path), _FOLLOW_UP.fullmatch(path)
        record = self._by_token((callback or follow_up or ("", ""))[1])
        if record is None or not self.is_visited(record.channel_id):
            return
        if follow_up and len(record.followup_ids) >= outside.MAX_FOLLOW_UPS and not record.loading:
            raise BackendError(*outside.TOO_MANY_FOLLOW_UPS)
        if not self.is_public(record.channel_id):
            outside.hide(body, is_callback=callback is not None)

    def _by_token(self, token: str) -> Interaction | None:
        return self.interactions.get(self.interaction_tokens.get(token, 0))
