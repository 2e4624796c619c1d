"""The games this bot plays, by key."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.rules.game import Game

GAMES: dict[str, Game] = {}
