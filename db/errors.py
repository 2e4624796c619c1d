"""Errors of commands and of a start, whichever engine the store has; each text is one plain line for the host."""

from __future__ import annotations

import sys


class StoreOpenError(Exception):
    """The store cannot be opened; the text is one line for the host, and nothing was changed."""


class StoreAwayError(StoreOpenError):
    """The database cannot be reached, is locked or has no room now; it may be back without a change of settings."""


class BackupError(Exception):
    """The backup could not be written; the text is one line for the host."""


def not_installed() -> StoreOpenError:
    """Message for a DATABASE_URL that is set without its packages installed."""
    return StoreOpenError(
        f"DATABASE_URL needs packages that are not installed: `{sys.executable} -m pip install --require-hashes -r "
        "requirements-postgres.txt` in the project's folder."
    )
