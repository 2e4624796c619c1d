"""Messages sent once: Discord recognizes one that is sent again by its nonce, and for a few minutes returns its own.

A nonce is made from an attempt that is stored before the first send, so a bot that died in between repeats the same.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

from discord import ui

from bot.ui.kit.failing import NETWORK_FAILURES
from bot.ui.kit.mentions import notifying, written
from bot.ui.messages import posting

if TYPE_CHECKING:
    from collections.abc import Sequence

    import discord

    from bot.ui.kit.controls import Button
    from bot.ui.kit.loudness import Sent

NONCE_LENGTH = 25
"""Discord's maximum length."""


def make_nonce(table_id: int, audience: int, subject: str, attempt: str) -> str:
    """The nonce of one send, the same for repeated attempts."""
    said = f"{table_id} {audience} {subject} {attempt}"
    return hashlib.sha256(said.encode()).hexdigest()[:NONCE_LENGTH]


async def safe_send(target: discord.abc.Messageable, *words: str, **more: Any) -> discord.Message:
    """Send a message with a nonce, and once more if the network fails: if Discord has it already, it returns that one.

    Raises one of REQUEST_FAILURES.
    """
    try:
        return await target.send(*words, **more)
    except NETWORK_FAILURES:
        return await target.send(*words, **more)


async def send_mention(
    client: discord.Client,
    channel_id: int,
    words: str,
    people: Sequence[int],
    button: Button,
    *,
    kind: Sent,
    nonce: str,
) -> discord.Message:
    """Mention people in a table's channel, with a button in case the board has scrolled out of sight.

    Raises one of REQUEST_FAILURES.
    """
    view = ui.View(timeout=None)
    view.add_item(button)
    view.stop()  # nothing waits for this view: clicks are dispatched by custom id
    return await safe_send(
        posting.channel(client, channel_id),
        written(words),
        view=view,
        allowed_mentions=notifying(people),
        suppress_embeds=True,
        silent=kind.is_silent,
        nonce=nonce,
    )
