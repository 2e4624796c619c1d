"""Points discord.py at a wire on this machine instead of Discord, or its requests at a limiter in between."""

from __future__ import annotations

import discord.asset
import discord.gateway
import discord.http
import yarl

from bot.settings import Settings, SettingsError

_LOOPBACK = {"127.0.0.1", "localhost", "::1"}


def follow(settings: Settings) -> None:
    """Send what discord.py sends from this process where the settings say. Raises SettingsError."""
    if settings.wire_url:
        point_discord_at(settings.wire_url)
    if settings.api_url:
        discord.http.Route.BASE = f"{settings.api_url}/api/v10"


def point_discord_at(wire_url: str) -> None:
    """Send all requests of discord.py in this process to a wire.

    Args:
        wire_url: The wire's address, such as `http://127.0.0.1:8765`.

    Raises:
        SettingsError: The address is not on this machine: a bot token must never go to a stranger.
    """
    url = _understood(wire_url)
    if url.scheme != "http" or url.host not in _LOOPBACK:
        raise SettingsError("WIRE_URL must be an http address of this machine, such as http://127.0.0.1:8765.")
    base = str(url.origin())
    discord.http.Route.BASE = f"{base}/api/v10"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = url.origin().with_scheme("ws") / "gateway"
    discord.asset.Asset.BASE = f"{base}/cdn"


def _understood(address: str) -> yarl.URL:
    """Parse the address; an empty URL if it is not valid."""
    try:
        return yarl.URL(address)
    except ValueError:
        return yarl.URL()
