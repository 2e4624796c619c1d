"""The texts of each game of the catalogue."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.render.three_thirteen import text as three_thirteen

if TYPE_CHECKING:
    from bot.render.game_text import GameText

TEXTS: dict[str, GameText] = {"three-thirteen": three_thirteen.TEXT}


def text_of(game: str) -> GameText:
    """The texts of the game with that key."""
    return TEXTS[game]
