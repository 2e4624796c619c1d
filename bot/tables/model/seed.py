"""The seed of a game: nobody, not even the bot's host, can choose it, and anybody can verify it afterwards."""

from __future__ import annotations

import hashlib
import hmac
import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.tables.model.records import TableRecord

SECRET_BYTES = 32


def game_seed(
    secret: bytes,
    start_interaction: int,
    game: str,
    options: Mapping[str, object],
    seats: int,
    rules_version: int,
) -> bytes:
    """The 32 bytes that all randomness of a game is derived from.

    The SHA-256 of six lines of UTF-8 text, joined by single newlines: the table's secret in hex, Discord's id of
    the interaction that started the game, the game's key, the options as JSON (keys sorted, no spaces), the number
    of seats and the rules version. The secret was committed to before that id existed, and the id is Discord's.
    """
    lines = (
        secret.hex(),
        str(start_interaction),
        game,
        json.dumps(dict(options), sort_keys=True, separators=(",", ":")),
        str(seats),
        str(rules_version),
    )
    return hashlib.sha256("\n".join(lines).encode()).digest()


def seed_of(table: TableRecord, rules_version: int) -> bytes:
    """The seed of a table whose cards are dealt."""
    start = table.start_interaction or 0
    return game_seed(table.secret, start, table.game, table.options, len(table.seats), rules_version)


def thought_stream(secret: bytes, decision: int, seat: int) -> bytes:
    """The random stream for one choice of a computer player: repeatable, and reveals nothing about the secret."""
    return hmac.digest(secret, f"thought {decision} {seat}".encode(), "sha256")


def hint_stream(secret: bytes, decision: int, seat: int) -> bytes:
    """The random stream for a hint, separate from the computer players' so that neither reveals the other."""
    return hmac.digest(secret, f"hint {decision} {seat}".encode(), "sha256")
