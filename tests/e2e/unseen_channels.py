"""Hides from the bot what Discord hides from bots: names and permissions of channels that they cannot view.

Discord's change log of 12 August 2026: “The channel's `name` becomes "___hidden___", […] and the
`permission_overwrites` will contain a single permission overwrite denying `VIEW_CHANNEL` for the guild's `@everyone`
role. […] Interaction payloads are built through a separate path that does not apply obfuscation.”
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from simcord.gateway import FakeGateway

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pytest

VIEW = discord.Permissions(view_channel=True).value
OBFUSCATED = 1 << 17


def hide_unseen_channels(patch: pytest.MonkeyPatch) -> None:
    """Let the simulation's gateway tell the bot no more than Discord's."""
    feed = FakeGateway.feed

    def hiding(gateway: FakeGateway, event: str, payload: Mapping[str, Any]) -> None:
        backend = gateway._backend
        if event in ("CHANNEL_CREATE", "CHANNEL_UPDATE") and "guild_id" in payload:
            payload = _as_seen(backend, int(payload["guild_id"]), payload)
        elif event == "GUILD_CREATE":
            guild = int(payload["id"])
            payload = {**payload, "channels": [_as_seen(backend, guild, each) for each in payload["channels"]]}
        feed(gateway, event, payload)

    patch.setattr(FakeGateway, "feed", hiding)


def _as_seen(backend: Any, guild: int, channel: Mapping[str, Any]) -> dict[str, Any]:
    if backend.compute_permissions(guild, backend.bot_user.id, int(channel["id"])) & VIEW:
        return dict(channel)
    everyone = {"id": str(guild), "type": 0, "allow": "0", "deny": str(VIEW)}
    hidden = {"name": "___hidden___", "topic": None, "last_message_id": None, "flags": OBFUSCATED}
    return {**channel, **hidden, "permission_overwrites": [everyone]}
