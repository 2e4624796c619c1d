"""What every game tells in words: the Protocol that each game's texts keep."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from bot.render.cast import Cast
    from bot.render.rulebook import Rulebook
    from bot.rules.game import Event


class GameText(Protocol):
    """The texts of one game. Everything is made from a view, so nothing hidden can get into it.

    A block is one paragraph of Discord markdown; a board has up to six of them, a hand up to four.
    """

    @property
    def verbs(self) -> Mapping[str, str]:
        """The slash commands that play this game, each as somebody would write it, with an example of what it needs."""
        ...

    @property
    def rules(self) -> Rulebook:
        """The rules in short chapters, and what can be done in a position."""
        ...

    @property
    def unit(self) -> str:
        """What the final scores count: `point` or `card`."""
        ...

    @property
    def open_hands(self) -> bool:
        """Whether all hands lie open on the board, so that nobody needs one by direct message."""
        ...

    def subtitle(self, view: Any) -> str:
        """Where the game stands, in one short line: round, wild rank, hands left."""
        ...

    def board(self, view: Any, cast: Cast) -> Sequence[str]:
        """What lies on the table for all to see, the most important first."""
        ...

    def players(self, view: Any, cast: Cast) -> Sequence[str]:
        """One short fact list a seat, such as `5 cards · 12 points`."""
        ...

    def hand(self, view: Any, order: str) -> Sequence[str]:
        """The viewer's own cards, and what they are worth."""
        ...

    def to_do(self, view: Any) -> str:
        """What the seat to act may do now, as an order: `draw from the stock, or take 10♣`."""
        ...

    def event(self, event: Event, cast: Cast, wild: str | None = None) -> str | None:
        """A past-tense sentence about something that happened; None for what the board shows anyway."""
        ...

    def round_end(self, view: Any, cast: Cast) -> Sequence[str]:
        """The round that ended last: every hand and what it cost. Empty when there is none to show."""
        ...

    def is_round_fresh(self, view: Any) -> bool:
        """Whether the last round's end is still news: nobody has had a second turn since."""
        ...

    def choices(self, view: Any) -> Iterable[Any]:
        """All of the viewer's legal actions, the likeliest first; they may be thousands: take what is needed."""
        ...

    def label(self, action: Any, view: Any) -> str:
        """A button's label, at most 80 characters."""
        ...

    def spoken(self, action: Any, view: Any) -> str:
        """The action in full words, for lists that are read or searched."""
        ...
