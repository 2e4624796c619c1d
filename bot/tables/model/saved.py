"""Whether something was saved for the request that is being handled, for what is said if the store then fails."""

from __future__ import annotations

from contextvars import ContextVar


class Saved:
    """What was saved for one request, also by the tasks that it started."""

    anything = False


REQUEST: ContextVar[Saved] = ContextVar("request")
"""That of the request which the current task handles, if it handles one."""


def note_saved() -> None:
    """Note that what was asked for is saved, at least in part."""
    saved = REQUEST.get(None)
    if saved is not None:
        saved.anything = True
