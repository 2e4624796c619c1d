"""Reading a game file from disk, with one line for whoever named it when that fails."""

from __future__ import annotations

from pathlib import Path

from bot.replay.game_file import MOST_BYTES, FileError, GameFile
from bot.replay.parsing import loads


def read(path: Path | str) -> GameFile:
    """Read a game file.

    Raises:
        FileError: there is no such file, or it is no game that this program can read.
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
