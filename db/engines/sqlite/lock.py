"""A file lock, which the operating system frees however the process ends."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from db.errors import StoreOpenError

if TYPE_CHECKING:
    from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    def _take(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

    def _give_to_owner(descriptor: int, database: Path) -> None:
        """Nothing to do: nobody is root there."""
else:
    import fcntl

    def _take(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _give_to_owner(descriptor: int, database: Path) -> None:
        """What root makes belongs to whose database it is, as SQLite does with its own files beside it."""
        if os.geteuid() == 0:
            with suppress(OSError):
                owner = database.stat()
                os.fchown(descriptor, owner.st_uid, owner.st_gid)


def lock_file(database: Path) -> Path:
    """The file whose lock keeps a second copy of the bot off the database."""
    return database.with_name(database.name + ".lock")


class FileLock:
    """Keeps a second copy of the bot off a database, by a lock on the file `<database>.lock` beside it.

    The lock file is never removed: removing it would let two processes lock two different files.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor: int | None = descriptor

    @classmethod
    def of(cls, database: Path) -> FileLock:
        """Take the lock.

        Raises:
            StoreOpenError: another process (or another store in this process) has the lock, or its file is another
                user's.
            OSError: the file cannot be created or locked.
        """
        beside = lock_file(database)
        try:
            descriptor = os.open(beside, os.O_RDWR | os.O_CREAT, 0o600)
        except PermissionError as error:
            if not os.path.exists(beside):  # noqa: PTH110  # unlike Path's, it raises nothing in a closed folder
                raise
            raise StoreOpenError(
                f"{beside} cannot be opened ({error.strerror}): let the bot write to it, or delete it while no bot "
                "runs."
            ) from error
        _give_to_owner(descriptor, database)
        try:
            _take(descriptor)
        except (BlockingIOError, PermissionError):  # the latter on Windows
            os.close(descriptor)
            raise StoreOpenError(
                f"Another copy of the bot is using {database}: stop it first, or give this one another file."
            ) from None
        except OSError:
            os.close(descriptor)
            raise
        return cls(descriptor)

    def release(self) -> None:
        """Free the lock; releasing it again does nothing."""
        descriptor, self._descriptor = self._descriptor, None
        if descriptor is not None:
            with suppress(OSError):
                os.close(descriptor)
