"""Stored values that cannot be read: reported to the host once, and refused in one sentence."""

from __future__ import annotations

import json
import logging
from functools import cache
from typing import Any

from bot.language import _
from bot.tables.model.errors import TableError

log = logging.getLogger(__name__)


@cache
def report_damage(what: str) -> None:
    """Report it once, because it may be read all the time. Logs name no person."""
    log.warning("In the database, %s cannot be read: restore the row from a backup, or delete it.", what)


def parse_stored(text: str, what: str) -> Any:
    """Parse stored JSON. Raises TableError if it is damaged."""
    try:
        return json.loads(text)
    except ValueError as error:
        report_damage(what)
        raise TableError(
            _("What is stored of this is damaged, so it cannot be shown or continued; tell the bot's host.")
        ) from error
