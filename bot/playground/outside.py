"""Places where an app can only answer, according to Discord's documentation: group DMs, and servers without the app.

Each rule quotes Discord's own sentence, from the pages “Receiving and Responding”, “Application Commands”,
“Permissions” and “Application”. The playground and the tests' simulation follow these rules; neither adds any.
"""

from __future__ import annotations

from typing import Any, Final

import discord

Json = dict[str, Any]

GROUP_DM: Final = 3
TEXT_CHANNEL: Final = 0
IN_SERVER: Final = 0
PRIVATE_CHANNEL: Final = 2
"""“GUILD: Interaction can be used within servers. […] PRIVATE_CHANNEL: Interaction can be used within Group DMs and DMs
other than the app's bot user.”"""
GUILD_INSTALL: Final = 0
USER_INSTALL: Final = 1
"""“contexts: Interaction context(s) where the command can be used”; where only a person has installed the app, those
of its commands with this integration type."""

NO_ACCESS: Final = (403, 50001, "Missing Access")
"""“50001: Missing Access.” A user install gives an app no access to the places of its user.

About an app installed only to a user, Discord's page “Application” says that it “can be used by that user across
servers, DMs and GDMs”, and lists `applications.commands` as its only scope: there is no bot user.
"""

MAX_FOLLOW_UPS: Final = 5
"""“Apps are limited to 5 followup messages per interaction if it was initiated from a user-installed app and isn't
installed in the server (meaning the authorizing integration owners object only contains USER_INSTALL).”"""
TOO_MANY_FOLLOW_UPS: Final = (400, 40094, "This interaction has reached its maximum number of follow up messages")
"""“40094: This interaction has reached its maximum number of follow up messages.”"""

_MESSAGE, _DEFERRED, _EPHEMERAL = 4, 5, 64
_IN_GROUPS: Final = discord.Permissions(attach_files=True, embed_links=True, mention_everyone=True)
"""“app_permissions includes ATTACH_FILES | EMBED_LINKS | MENTION_EVERYONE permissions for (G)DMs with other users.”"""


def offers(command: Json, *, in_server: bool) -> bool:
    """Whether Discord shows a command there to somebody who added the app to their account."""
    place = IN_SERVER if in_server else PRIVATE_CHANNEL
    return place in (command.get("contexts") or ()) and USER_INSTALL in (command.get("integration_types") or ())


def from_inside(payload: Json) -> None:
    """Mark an interaction as coming from a server of the bot, or from direct messages with it.

    “If the interaction is triggered from a server, the value will be the guild ID. If the interaction is triggered in a
    DM with the app's bot user, the value will be "0".”
    """
    payload["authorizing_integration_owners"] = {str(GUILD_INSTALL): payload.get("guild_id", "0")}


def from_a_group(payload: Json, owner: int) -> None:
    """Mark an interaction as coming from a group DM, to which this person brought the app.

    “If the key is USER_INSTALL ("1"), the value will be the ID of the authorizing user.” There is no other key.
    """
    payload["context"] = PRIVATE_CHANNEL
    payload["authorizing_integration_owners"] = {str(USER_INSTALL): str(owner)}
    payload["app_permissions"] = str(_IN_GROUPS.value)


def from_a_server(payload: Json, owner: int, guild_id: int, joined_at: str, *, public: bool) -> None:
    """Mark an interaction as coming from a server that never installed the app.

    “`member` is sent when the interaction is invoked in a guild, and `user` is sent when invoked in a DM.”

    Args:
        payload: The interaction as if from a direct message; changed in place.
        owner: The person who brought the app.
        guild_id: The server.
        joined_at: When the person joined the server.
        public: Whether people there may Use External Apps.
    """
    from_a_group(payload, owner)
    granted = discord.Permissions(view_channel=True, send_messages=True, use_external_apps=public)
    member = {"user": payload.pop("user"), "roles": [], "joined_at": joined_at, "flags": 0}
    payload |= {
        "context": IN_SERVER,
        "guild_id": str(guild_id),
        "guild": {"id": str(guild_id), "locale": "en-US", "features": []},
        "guild_locale": "en-US",
        "member": member | {"deaf": False, "mute": False, "permissions": str(granted.value)},
        "app_permissions": str((granted | _IN_GROUPS).value),
    }


def hide(body: Json, *, is_callback: bool) -> None:
    """Make an answer private, where people may not Use External Apps.

    “USE_EXTERNAL_APPS: Allows user-installed apps to send public responses. When disabled, users will still be allowed
    to use their apps but the responses will be ephemeral. This only applies to apps not also installed to the server.”
    """
    if is_callback and body.get("type") not in (_MESSAGE, _DEFERRED):
        return
    message = body.setdefault("data", {}) if is_callback else body
    message["flags"] = int(message.get("flags") or 0) | _EPHEMERAL
