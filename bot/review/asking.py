"""Which actions of a game somebody made, as the request to review them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.players.reviewing import ReviewRequest

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.replay.game_file import GameFile
    from bot.tables.model.action_log import LoggedAction


def of_person(game: GameFile, log: Sequence[LoggedAction], person: int) -> ReviewRequest | None:
    """What the person played themselves, without what was played for them; None if that is nothing.

    `log` are the actions of the game file, with who made them.
    """
    return _request(game, (number for number, action in enumerate(log) if action.by == person))


def of_seat(game: GameFile, seat: int) -> ReviewRequest | None:
    """What people, or computer players, decided at a seat; moves made for somebody who was away are left out."""
    away = _away(game, seat)
    return _request(game, (number for number, move in enumerate(game.moves) if move.seat == seat and not away[number]))


def _away(game: GameFile, seat: int) -> list[bool]:
    """For each action, whether a computer player sat there for the seat's person by then."""
    first = game.players[seat]
    playing, away = first, []
    handovers = {one.number: one.player for one in game.handovers if one.seat == seat}
    for number in range(1, len(game.moves) + 1):
        playing = handovers.get(number, playing)
        away.append(playing.level is not None and first.level is None)
    return away


def _request(game: GameFile, numbers: Iterable[int]) -> ReviewRequest | None:
    judged = frozenset(numbers)
    if not judged:
        return None
    moves = tuple((move.seat, move.text) for move in game.moves)
    return ReviewRequest(game.game, len(game.players), game.seed, game.options, moves, judged)
