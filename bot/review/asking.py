"""Requests for a review: the actions of a game that somebody made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.players.reviewing import ReviewRequest

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.replay.game_file import GameFile
    from bot.tables.model.action_log import LoggedAction


def of_person(game: GameFile, log: Sequence[LoggedAction], person: int) -> ReviewRequest | None:
    """A request for the person's own actions, without those played for them; None if there are none.

    `log` are the game file's actions, with the people who made them.
    """
    return _request(game, (number for number, action in enumerate(log) if action.by == person))


def of_seat(game: GameFile, seat: int) -> ReviewRequest | None:
    """A request for the actions at a seat, without those made for somebody who was away."""
    away = _away(game, seat)
    return _request(game, (number for number, move in enumerate(game.moves) if move.seat == seat and not away[number]))


def _away(game: GameFile, seat: int) -> list[bool]:
    """For each action, whether a computer player was playing for the seat's person."""
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
