"""Nonces, by which Discord recognizes a message that is sent again: for a few minutes it returns the one it has.

A nonce is made from an attempt that is stored before the first send, so a bot that died in between repeats the same.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import aiohttp

if TYPE_CHECKING:
    import discord

NONCE_LENGTH = 25
"""Discord's maximum length."""


def nonce(table_id: int, audience: int, subject: str, attempt: str) -> str:
    """The nonce of one send, the same for repeated attempts."""
    said = f"{table_id} {audience} {subject} {attempt}"
    return hashlib.sha256(said.encode()).hexdigest()[:NONCE_LENGTH]


async def safe_send(target: discord.abc.Messageable, *words: str, **more: Any) -> discord.Message:
    """Send a message with a nonce, and once more if the network fails: if Discord has it already, it returns that one.

    Raises one of REQUEST_FAILURES.
    """
    try:
        return await target.send(*words, **more)
    except (aiohttp.ClientError, OSError):
        return await target.send(*words, **more)
