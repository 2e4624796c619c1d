"""Which levels each game has, weakest first, and the player of each."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from bot.players import huxxy, notty, rummy, six_holes, three_thirteen
from bot.players.random_player import RandomPlayer
from bot.rules.catalogue import GAMES

if TYPE_CHECKING:
    from bot.players.player import Levels, Player

DEFAULT_LEVEL = "classic"

_EVERY_GAME: Levels = {"random": RandomPlayer}
_LEVELS: dict[str, Levels] = {
    "three-thirteen": three_thirteen.LEVELS,
    "huxxy": huxxy.LEVELS,
    "notty": notty.LEVELS,
    "rummy": rummy.LEVELS,
    "six-holes": six_holes.LEVELS,
}


def levels(game_key: str) -> tuple[str, ...]:
    """The levels of a game, weakest first.

    Raises:
        ValueError: there is no such game.
    """
    return tuple(_levels_of(game_key))


@cache
def player(game_key: str, level: str) -> Player:
    """The game's player of that level; one for the whole process, as it remembers nothing.

    Raises:
        ValueError: there is no such game or level.
    """
    known = _levels_of(game_key)
    make = known.get(level)
    if make is None:
        raise ValueError(
            f"{GAMES[game_key].title} has no computer player “{level[:30]}”; choose one of: {', '.join(known)}."
        )
    return make()


def _levels_of(game_key: str) -> Levels:
    if game_key not in GAMES:
        raise ValueError(f"There is no game “{game_key[:30]}”; choose one of: {', '.join(GAMES)}.")
    return _LEVELS.get(game_key, _EVERY_GAME)
