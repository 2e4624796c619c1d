"""Arguments of the commands that read the file of a finished game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _
from bot.replay.game_file import FileError
from bot.replay.parsing import read

if TYPE_CHECKING:
    import argparse

    from bot.replay.game_file import GameFile


def add_file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", help="a game that /replay saved as a file")


def add_seat(parser: argparse.ArgumentParser, description: str, default: int | None = None) -> None:
    """Add `--seat`, counted from 1."""
    parser.add_argument("--seat", type=int, metavar="N", default=default, help=description)


def game_with_seat(line: argparse.Namespace) -> tuple[GameFile, int | None]:
    """The game of the file and its seat, from 0; None if no seat was named.

    Raises:
        FileError: the file cannot be read, or its game has no such seat.
    """
    game, seat = read(line.file), line.seat
    if seat is not None and seat not in range(1, len(game.players) + 1):
        raise FileError(
            _("This game has no seat {seat}; choose one from 1 to {last}.").format(seat=seat, last=len(game.players))
        )
    return game, None if seat is None else seat - 1
