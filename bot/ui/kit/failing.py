"""How a request to Discord fails."""

from __future__ import annotations

from typing import Final

import aiohttp
import discord

REQUEST_FAILURES: Final = (discord.HTTPException, aiohttp.ClientError, OSError)
"""Discord refuses it, or the network fails; a timeout is an OSError."""
OUTAGES: Final = (discord.DiscordServerError, aiohttp.ClientError, OSError)
"""Of these, the ones that are no refusal: Discord or the network fails, and may work later."""
