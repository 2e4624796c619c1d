"""How a request to Discord fails."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

import aiohttp
import discord

if TYPE_CHECKING:
    import logging
    from collections.abc import Iterator

NETWORK_FAILURES: Final = (aiohttp.ClientError, OSError)
"""Nobody knows whether Discord has it; a timeout is an OSError."""
REQUEST_FAILURES: Final = (discord.HTTPException, *NETWORK_FAILURES)
"""Discord refuses it, or the network fails."""
OUTAGES: Final = (discord.DiscordServerError, *NETWORK_FAILURES)
"""Of these, the ones that are no refusal: Discord or the network fails, and may work later."""
BAD_REQUEST, UNAUTHORIZED, TOO_MANY = 400, 401, 429
_INVALID_FORM = 50035


@contextmanager
def log_failures(log: logging.Logger, words: str) -> Iterator[None]:
    """Log a failed request with these words, and go on after the block."""
    try:
        yield
    except REQUEST_FAILURES as error:
        log.info("%s: %s", words, error)


def may_pass(error: BaseException) -> bool:
    """Whether the same request may succeed later: Discord or the network fails, there were too many requests, or the
    token was reset.
    """
    is_refused = isinstance(error, discord.HTTPException) and error.status in (UNAUTHORIZED, TOO_MANY)
    return is_refused or isinstance(error, OUTAGES)


def is_unknown_emoji(error: Exception) -> bool:
    """Whether Discord refuses a message because of an emoji: it was deleted, or Discord knows none of an application's
    for a moment (discord-api-docs, issue 7128).
    """
    is_invalid = isinstance(error, discord.HTTPException) and error.code == _INVALID_FORM
    return is_invalid and "Invalid emoji" in str(error)
