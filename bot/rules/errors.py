"""The three ways an action can fail, each carrying one plain sentence for the player."""

from __future__ import annotations

from bot.language import _


class ActionError(ValueError):
    """An action that was not done; `str(error)` is the sentence to show to the player, in plain words.

    How to say it better is for whoever asked the player to tell: the sentence knows no commands and no notation.
    `instead` is the verb of what has to be done now, where the action comes at the wrong time.
    """

    def __init__(self, sentence: str, instead: str = "") -> None:
        super().__init__(sentence)
        self.instead = instead


class InvalidActionError(ActionError):
    """The action cannot be read."""


class IllegalActionError(ActionError):
    """The rules forbid the action now."""


class AmbiguousActionError(ActionError):
    """The action fits more than one thing; the sentence says how to choose."""


def others_turn(seat: int) -> str:
    """The sentence for who acts while it is the turn of another seat (from 0; texts count from 1)."""
    return _("It is the turn of seat {number}; wait for yours.").format(number=seat + 1)
