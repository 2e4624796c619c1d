"""Completions that did not reach Discord: discord.py logs each as an error with a traceback, and nobody can mend it."""

from __future__ import annotations

import logging

import aiohttp
import discord

from bot.ui.interaction.reply import is_lost

log = logging.getLogger(__name__)


def soften_lost_completions() -> None:
    """From now on such a completion is a warning of one line."""
    logging.getLogger("discord.app_commands.tree").addFilter(_soften)


def _soften(record: logging.LogRecord) -> bool:
    """Whether to log what discord.py says."""
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, discord.HTTPException | aiohttp.ClientError | OSError) and is_lost(error):
        log.warning("A completion did not reach Discord: %r", error)
        return False
    return True
