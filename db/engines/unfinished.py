"""Where a backup is written before it has its name."""

from __future__ import annotations

import glob
import os
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from db.errors import BackupError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


_RANDOM_BYTES = 4
"""Bytes in a file's name, in hex, that no other backup has."""
_ENDING = f".{'[0-9a-f]' * 2 * _RANDOM_BYTES}.unfinished*"
"""A pattern for what a file's name has after the target's; SQLite adds to it for its journal."""
_ABANDONED_SECONDS = 6 * 3600
"""Seconds without a change after which no running backup can still be writing a file."""


@contextmanager
def written_aside(target: Path) -> Iterator[Path]:
    """The file to write in the block, which gets the target's name if the block ends without an error.

    Raises:
        BackupError: the target exists already.
        OSError: the folder cannot be written.
    """
    if os.path.exists(target):  # noqa: PTH110  # unlike Path's, it raises nothing where this user may not look
        raise BackupError(f"{target} exists already: name a file that does not.")
    unfinished = _create_unfinished(target)
    try:
        yield unfinished
        unfinished.replace(target)
    finally:
        with suppress(OSError):
            unfinished.unlink()


def _create_unfinished(target: Path) -> Path:
    """Make an empty file of this process's own beside the target, private because it will contain every hand.

    Files that earlier backups to this target left behind are deleted. A backup to it that is still running then fails,
    and leaves the target to this one. Targets are often named after the date, so files that killed backups to other
    targets left in the folder are deleted too, once they are old enough.
    """
    own = glob.escape(target.name)
    for pattern in (f"{own}.unfinished", f"{own}{_ENDING}"):
        for left in target.parent.glob(pattern):
            left.unlink(missing_ok=True)
    for left in target.parent.glob(f"*{_ENDING}"):
        with suppress(OSError):  # it is not this user's to delete
            if left.stat().st_mtime < time.time() - _ABANDONED_SECONDS:
                left.unlink()
    unfinished = target.with_name(f"{target.name}.{os.urandom(_RANDOM_BYTES).hex()}.unfinished")
    os.close(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    return unfinished
