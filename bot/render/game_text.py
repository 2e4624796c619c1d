"""What every game tells in words: the Protocol that each game's texts keep."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar

from bot.render.brief import ViewT_contra

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from bot.render.brief import Brief
    from bot.render.cast import Cast
    from bot.render.rulebook import Rulebook
    from bot.rules.cards import Card
    from bot.rules.game import Event

ActionT = TypeVar("ActionT")


class GameText(Protocol[ViewT_contra, ActionT]):
    """The texts of one game. Everything is made from a view, so nothing hidden can get into it.

    A block is one paragraph of Discord markdown; a board has up to six of them, a hand up to four.
    """

    @property
    def also_called(self) -> Sequence[str]:
        """Other names under which people look for the game, besides its key and title."""
        ...

    @property
    def verbs(self) -> Mapping[str, str]:
        """The slash commands that play this game, each as somebody would write it, with an example of what it needs."""
        ...

    @property
    def rules(self) -> Rulebook[ViewT_contra]:
        """The rules in short chapters, and what can be done in a position."""
        ...

    @property
    def brief(self) -> Brief[ViewT_contra]:
        """The words beside its pictures."""
        ...

    @property
    def unit(self) -> str:
        """What the final scores count: `point` or `card`."""
        ...

    @property
    def open_hands(self) -> bool:
        """Whether all hands lie open on the board, so that nobody needs one by direct message."""
        ...

    def subtitle(self, view: ViewT_contra) -> str:
        """Where the game stands, in one short line: round, wild rank, hands left."""
        ...

    def board(self, view: ViewT_contra, cast: Cast) -> Sequence[str]:
        """What lies on the table for all to see, the most important first."""
        ...

    def players(self, view: ViewT_contra, cast: Cast) -> Sequence[str]:
        """One short fact list a seat, such as `5 cards · 12 points`."""
        ...

    def hand(self, view: ViewT_contra, order: str) -> Sequence[str]:
        """The viewer's own cards, and what they are worth."""
        ...

    def to_do(self, view: ViewT_contra) -> str:
        """What the seat to act may do now, as an order: `draw from the stock, or take 10♣`."""
        ...

    def event(self, event: Event, cast: Cast, view: ViewT_contra) -> str | None:
        """A past-tense sentence about something that led to this view; None for what the board shows anyway."""
        ...

    def wild(self, view: ViewT_contra) -> str | None:
        """The rank that is wild now; None where there is none."""
        ...

    def just_drawn(self, view: ViewT_contra) -> Card | None:
        """The card of the viewer's hand that it has just drawn or taken; None where there is none, or none is told apart."""
        ...

    def word(self, verb: str, word: str, view: ViewT_contra, cast: Cast) -> str:
        """A word behind a verb as a list offers it, such as `2` as `Group 2: 3♥ 4♠ 5♥`; the word itself where it says all."""
        ...

    def round_end(self, view: ViewT_contra, cast: Cast) -> Sequence[str]:
        """The round that ended last: every hand and what it cost. Empty when there is none to show."""
        ...

    def is_round_fresh(self, view: ViewT_contra) -> bool:
        """Whether the last round's end is still news: nobody has had a second turn since."""
        ...

    def choices(self, view: ViewT_contra) -> Iterable[ActionT]:
        """All of the viewer's legal actions, the likeliest first; they may be thousands: take what is needed."""
        ...

    def label(self, action: ActionT, view: ViewT_contra) -> str:
        """A button's label, at most 80 characters."""
        ...

    def spoken(self, action: ActionT, view: ViewT_contra) -> str:
        """The action in full words, for lists that are read or searched."""
        ...


AnyGameText: TypeAlias = GameText[Any, Any]
"""The texts of some game of the catalogue, which take views and actions of that game."""
