"""Messages that the bot keeps up to date at a table."""

from __future__ import annotations

from dataclasses import dataclass

BOARD = 0
TURN_PING = -1
PROPOSAL = -2
RETURN = -3
"""Audience of the message that asks absent people to return."""
CALL = -4
"""Audience of the message that calls people to a lobby."""
SETTLED = 0
"""Marks a message whose question is settled, in place of a version; no table has this version."""
IN_WORDS = -2
"""Marks a board without pictures, in place of a version: its channel forbids them."""


@dataclass(frozen=True, slots=True)
class SentMessage:
    """A message the bot keeps up to date, with the table version it shows (for a turn ping, the decision).

    `audience` is the person whose hand it is, or one of `BOARD`, `TURN_PING`, `PROPOSAL`, `RETURN` and `CALL`.
    """

    table_id: int
    audience: int
    channel_id: int
    message_id: int
    sent_at: float
    version: int
