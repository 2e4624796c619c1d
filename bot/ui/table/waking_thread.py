"""Opening an archived thread again, as a table is to be played in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

if TYPE_CHECKING:
    from bot.ui.kit.types import Interaction
from bot.ui.messages.own_thread import log


async def wake_thread(interaction: Interaction) -> None:
    """Open an archived thread again, as a table is to be played in it."""
    thread = interaction.channel
    if isinstance(thread, discord.Thread) and thread.archived:
        try:
            await thread.edit(archived=False)
        except discord.HTTPException as error:
            log.info("A thread could not be opened again (%d).", error.code)
