"""The bot's side of Discord: REST calls and gateway events."""

from __future__ import annotations

import copy
import logging
import re
from typing import TYPE_CHECKING, Any

from simcord import intents as _intents
from simcord.backend import serializers
from simcord.backend.errors import BackendError
from simcord.http import RouteNotImplemented, UnsupportedField, dispatch

from bot.playground.backend.visits import Visits
from bot.playground.parts import Answer, Upload

if TYPE_CHECKING:
    from collections.abc import Mapping

    import discord

Json = dict[str, Any]

_log = logging.getLogger(__name__)

_MAX_FILE_BYTES = 10 * 1024 * 1024
_CALLBACK = re.compile(r"/interactions/(\d+)/[^/]+/callback")
_BY_TOKEN = re.compile(r"/webhooks/\d+/([^/]+)(?:/.*)?")
_DM_SEND = re.compile(r"/channels/(\d+)/messages")


class BotsSide(Visits):
    """What a bot can request and receives."""

    def call(self, method: str, path: str, json: Any, params: Json, files: list[Upload], reason: str | None) -> Answer:
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
            self._refuse(method, path, json, files)
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

    def _refuse(self, method: str, path: str, body: Any, files: list[Upload]) -> None:
        if any(len(file.data) > _MAX_FILE_BYTES for file in files):
            raise BackendError(413, 40005, "Request entity too large")
        self.limit_outside(method, path, body)
        if (by_token := _BY_TOKEN.fullmatch(path)) and not self._is_alive(by_token[1]):
            raise BackendError(401, 50027, "Invalid Webhook Token")
        sent_to = _DM_SEND.fullmatch(path) if method == "POST" else None
        channel = self.channels.get(int(sent_to[1])) if sent_to else None
        if channel is not None and self.closed_dms.intersection(channel.recipient_ids):
            raise BackendError(403, 50007, "Cannot send messages to this user")

    def _is_alive(self, token: str) -> bool:
        """Whether an interaction's token is still valid for edits and follow-ups: for fifteen minutes."""
        record = self._by_token(token)
        return record is not None and (record.expires_at is None or self.now_iso() < record.expires_at)

    def shaped(self, event: str, payload: Mapping[str, Any], intents: discord.Intents) -> Json | None:
        """Return an event as a bot with these intents receives it, or None if Discord would not send it."""
        needed = _intents.required_intent(event, payload)
        if needed is not None and not getattr(intents, needed):
            return None
        if event != "INTERACTION_CREATE" and self.is_visited(int(payload.get("channel_id") or 0)):
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
        """Return the events a shard gets about its servers after READY."""
        mine = (guild for guild in self.guilds.values() if (guild.id >> 22) % shards == shard)
        return [dict(serializers.guild_create_payload(self, guild)) for guild in mine]

    def bot_payload(self) -> Json:
        return dict(serializers.user_payload(self.bot_user))
