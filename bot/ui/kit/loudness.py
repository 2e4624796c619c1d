"""Which of the bot's new messages notify people: only those that wait for somebody's turn or answer.

Discord shows a message sent with SUPPRESS_NOTIFICATIONS as unread, without a sound, a badge on the phone or a pop-up.
Edits never notify anybody, nor does an answer that only one person sees.
"""

from __future__ import annotations

from enum import Enum, auto


class Sent(Enum):
    """Every kind of new message that somebody other than the person who asked for it sees."""

    TURN = auto()
    """Somebody's turn has come, or is nearly over."""
    HAND_TO_PLAY = auto()
    """The hand by direct message of whoever's turn it is."""
    QUESTION = auto()
    """People are asked by name to agree to something, or to come back."""
    SEATS_KEPT = auto()
    """The first board of a lobby that keeps seats for people, whom it asks by name."""
    INVITATION = auto()
    PLAN = auto()
    """A planned table is about to open, for those who signed up."""
    CALL = auto()
    """People who asked for it are called to a lobby."""
    WAITING = auto()
    """The list of tables that wait for somebody who was not notified of each."""
    HAND_TO_SEE = auto()
    """The hand by direct message while others play."""
    BOARD = auto()
    ANSWER = auto()
    """An announcement in the channel of what somebody did."""
    PUZZLE = auto()
    """The puzzle of the day in a server's channel."""
    FILE = auto()
    """A file that somebody asked for, by direct message."""
    REPORT = auto()
    """A report for the host."""
    TROUBLE = auto()
    """A missing permission, for a host or an owner."""

    @property
    def is_silent(self) -> bool:
        """Whether it is sent with SUPPRESS_NOTIFICATIONS."""
        return self not in _NOTIFYING


_NOTIFYING = frozenset(
    {Sent.TURN, Sent.HAND_TO_PLAY, Sent.QUESTION, Sent.SEATS_KEPT, Sent.INVITATION, Sent.PLAN, Sent.CALL, Sent.WAITING}
)
"""Messages that wait for an answer or act of their reader."""
