"""Each person's one private hand at a table: its message, and the token that keeps it up to date.

Tokens are kept only in memory, as for other free edits; after a restart, the next press on a hand makes it known again.
A process that shows the hand of another's table hands it on to that one.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.ui.interaction.free_edits import LIFETIME_SECONDS, Token
from bot.ui.kit.mentions import discord_link

if TYPE_CHECKING:
    from collections.abc import Callable, Container

    import discord

    from bot.clock import SystemClock, Timer


@dataclass(slots=True)
class LiveHand:
    """A private answer with somebody's hand.

    `token` edits it. `shown` is the fingerprint of its content, `version` the table's version it shows, and `heading`
    its first line. `plays`: it shows a hand to play, rather than the reason why there is none. `is_sent`: direct
    messages show the table's hands to those who want that; not outside, nor where all hands are open. `in_own_dm`: the
    table is there, so that its hand is shown there whatever the person chose.
    """

    table_id: int
    person: int
    token: Token
    shown: str
    version: int
    heading: str
    plays: bool = True
    is_sent: bool = True
    in_own_dm: bool = False
    until: float = 0.0

    @property
    def link(self) -> str:
        """The link to the message."""
        return discord_link(self.token.guild_id, self.token.channel_id, self.token.message_id)

    @property
    def channel_link(self) -> str:
        """The link to its channel, which is the same for all of a person's answers there."""
        return discord_link(self.token.guild_id, self.token.channel_id)

    def to_data(self) -> dict[str, Any]:
        """The hand for another process that is to keep it up to date, in JSON's types."""
        return {
            "table": self.table_id,
            "person": self.person,
            "shown": self.shown,
            "version": self.version,
            "heading": self.heading,
            "plays": self.plays,
            "is_sent": self.is_sent,
            "in_own_dm": self.in_own_dm,
            "by": self.token.to_data(),
        }

    @classmethod
    def from_data(cls, data: dict[str, Any], client: discord.Client) -> LiveHand:
        """The hand that another process has shown."""
        return cls(
            data["table"],
            data["person"],
            Token.from_data(data["by"], client),
            data["shown"],
            data["version"],
            data["heading"],
            plays=data["plays"],
            is_sent=data["is_sent"],
            in_own_dm=data["in_own_dm"],
        )


class LiveHands:
    """The newest private hand of each person at each table, as long as its token lasts.

    Args:
        clock: for the time at which tokens expire.
        ended: called with each hand whose token is about to expire; it has been dropped but can be edited once more.
    """

    def __init__(self, clock: SystemClock, ended: Callable[[LiveHand], None]) -> None:
        self._clock = clock
        self._ended = ended
        self._hands: OrderedDict[tuple[int, int], LiveHand] = OrderedDict()
        self._timer: Timer | None = None

    def of(self, table_id: int, person: int) -> LiveHand | None:
        """The person's private hand at the table, if it can be edited."""
        return self._hands.get((table_id, person))

    def put(self, hand: LiveHand) -> LiveHand | None:
        """Make this the person's hand; return the previous one."""
        before = self.drop(hand.table_id, hand.person)
        hand.until = self._clock.now() + LIFETIME_SECONDS
        self._hands[hand.table_id, hand.person] = hand
        if self._timer is None:
            self._arm()
        return before

    def drop(self, table_id: int, person: int) -> LiveHand | None:
        """Forget the person's private hand there and return it."""
        return self._hands.pop((table_id, person), None)

    def take(self, tables: Container[int]) -> list[LiveHand]:
        """Drop the hands at these tables and return them; each can be edited once more."""
        taken = [hand for hand in self._hands.values() if hand.table_id in tables]
        for hand in taken:
            self.drop(hand.table_id, hand.person)
        return taken

    def close(self) -> list[LiveHand]:
        """Drop all hands and return them; each can be edited once more."""
        if self._timer is not None:
            self._timer.cancel()
        hands, self._hands = list(self._hands.values()), OrderedDict()
        return hands

    def _arm(self) -> None:
        """Set the timer for the hand that was put first, because all last equally long."""
        first = next(iter(self._hands.values()), None)
        self._timer = None if first is None else self._clock.call_at(first.until, self._end)

    def _end(self) -> None:
        now = self._clock.now()
        while self._hands and next(iter(self._hands.values())).until <= now:
            self._ended(self._hands.popitem(last=False)[1])
        self._arm()
