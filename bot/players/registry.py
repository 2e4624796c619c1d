"""The levels of each game and their players."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from bot.players.huxxy import players as huxxy
from bot.players.notty import players as notty
from bot.players.rummy import players as rummy
from bot.players.six_holes import players as six_holes
from bot.players.three_thirteen import players as three_thirteen
from bot.rules.catalogue import GAMES

if TYPE_CHECKING:
    from bot.players.player import AnyGamePlayers, Levels, Player
    from bot.rules.game import AnyView

DEFAULT_LEVEL = "classic"

PLAYERS: dict[str, AnyGamePlayers] = {
    "huxxy": huxxy.PLAYERS,
    "three-thirteen": three_thirteen.PLAYERS,
    "notty": notty.PLAYERS,
    "rummy": rummy.PLAYERS,
    "six-holes": six_holes.PLAYERS,
}


def levels(game_key: str) -> tuple[str, ...]:
    """The levels of a game, weakest first.

    Raises:
        ValueError: the game is unknown.
    """
    return tuple(_levels_of(game_key))


@cache
def player(game_key: str, level: str) -> Player[AnyView]:
    """The game's player of a level; shared by the whole process, since players are stateless.

    Raises:
        ValueError: the game or level is unknown.
    """
    known = _levels_of(game_key)
    make = known.get(level)
    if make is None:
        raise ValueError(
            f"{GAMES[game_key].title} has no computer player “{level[:30]}”; choose one of: {', '.join(known)}."
        )
    return make()


def _levels_of(game_key: str) -> Levels[AnyView]:
    if game_key not in GAMES:
        raise ValueError(f"There is no game “{game_key[:30]}”; choose one of: {', '.join(GAMES)}.")
    return PLAYERS[game_key].levels
