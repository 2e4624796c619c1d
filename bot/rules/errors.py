"""The three ways an action can fail, each carrying one plain sentence for the player."""

from __future__ import annotations


class ActionError(ValueError):
    """An action that was not done; `str(error)` is the sentence to show to the player."""


class InvalidActionError(ActionError):
    """The action cannot be read."""


class IllegalActionError(ActionError):
    """The rules forbid the action now."""


class AmbiguousActionError(ActionError):
    """The action fits more than one thing; the sentence says how to choose."""
