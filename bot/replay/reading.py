"""Reads a game file from disk; failures become one line for the user."""

from __future__ import annotations

from pathlib import Path

from bot.replay.game_file import MOST_BYTES, FileError, GameFile
from bot.replay.parsing import loads


def read(path: Path | str) -> GameFile:
    """Read a game file.

    Raises:
        FileError: the file does not exist or cannot be read as a game.
    """
    try:
        with Path(path).open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise FileError(f"{path} cannot be opened ({error.strerror}): check the path.") from error
    try:
        return loads(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise FileError("This is no text file in UTF-8: choose a file that the bot has written.") from error
