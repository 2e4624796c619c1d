"""The games this bot plays, by key."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rules import huxxy, notty, rummy, six_holes, three_thirteen

if TYPE_CHECKING:
    from bot.rules.game import AnyGame

GAMES: dict[str, AnyGame] = {
    game.key: game for game in (huxxy.GAME, three_thirteen.GAME, notty.GAME, rummy.GAME, six_holes.GAME)
}
