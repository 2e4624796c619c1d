"""The three ways an action can fail, each with a one-sentence message for the player."""

from __future__ import annotations

from bot.language import _


class ActionError(ValueError):
    """An action was refused; `str(error)` is the message to show to the player.

    The message mentions neither commands nor the notation; the caller can add how to correct the input.
    `instead` is the verb of the action required first when this one comes too early, else empty.
    """

    def __init__(self, sentence: str, instead: str = "") -> None:
        super().__init__(sentence)
        self.instead = instead


class InvalidActionError(ActionError):
    """The text cannot be parsed as an action."""


class IllegalActionError(ActionError):
    """The rules forbid the action now."""


class AmbiguousActionError(ActionError):
    """The action is ambiguous; the message says how to choose."""


def others_turn(seat: int) -> str:
    """Message for acting out of turn; `seat` is 0-based, the text counts from 1."""
    return _("It's seat {number}'s turn; wait for yours.").format(number=seat + 1)
