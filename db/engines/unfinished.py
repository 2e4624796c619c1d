"""Where a backup is written before it has its name."""

from __future__ import annotations

import glob
import os
import time
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


_RANDOM = 4
"""Bytes in a file's name that no other backup has."""

_OF_ANY_NAME = f"*.{'[0-9a-f]' * 2 * _RANDOM}.unfinished"

_STILL_WRITTEN_SECONDS = 6 * 3600
"""For how long after its last change a file of another name may be that of a backup that is still running."""


def create_unfinished(target: Path) -> Path:
    """Make an empty file of this process's own beside the target, private because it will contain every hand.

    What an earlier backup to this target left behind goes. One that is still being written fails by that: it must not
    find another one's half where its own whole was, and give that the name. Names often have a date, so what killed
    backups to other targets left in the folder goes as well, once nothing can be writing it any more.

    Raises:
        OSError: the folder cannot be written.
    """
    own = glob.escape(target.name)
    for pattern in (f"{own}.unfinished", f"{own}.{'[0-9a-f]' * 2 * _RANDOM}.unfinished"):
        for left in target.parent.glob(pattern):
            left.unlink(missing_ok=True)
    for left in target.parent.glob(_OF_ANY_NAME):
        with suppress(OSError):  # it is not this user's to delete
            if left.stat().st_mtime < time.time() - _STILL_WRITTEN_SECONDS:
                left.unlink()
    unfinished = target.with_name(f"{target.name}.{os.urandom(_RANDOM).hex()}.unfinished")
    os.close(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    return unfinished
