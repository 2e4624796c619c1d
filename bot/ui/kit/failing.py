"""How a request to Discord fails."""

from __future__ import annotations

from typing import Final

import aiohttp
import discord

REQUEST_FAILURES: Final = (discord.HTTPException, aiohttp.ClientError, OSError)
"""Discord refuses it, or the network fails; a timeout is an OSError."""
