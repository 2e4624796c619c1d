"""The protocol of every game's texts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar

from bot.render.brief import ViewT_contra

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from bot.render.brief import Brief
    from bot.render.cast import Cast
    from bot.render.doing import Doing
    from bot.render.rulebook import Rulebook
    from bot.rules.cards import Card
    from bot.rules.game import Event

ActionT = TypeVar("ActionT")


class GameText(Protocol[ViewT_contra, ActionT]):
    """The texts of one game. They are made from views, so they cannot reveal hidden cards.

    A block is one paragraph of Discord markdown; a board has up to six of them, a hand up to four.
    """

    @property
    def also_called(self) -> str:
        """Other names people search the game by, besides its key and title, separated by commas and marked for the
        catalogue; empty if there are none. Those of all languages are understood.
        """
        ...

    @property
    def verbs(self) -> Mapping[str, str]:
        """An example of each slash command that plays this game, by verb."""
        ...

    @property
    def rules(self) -> Rulebook[ViewT_contra]:
        """The rules in short chapters, and help for a position."""
        ...

    @property
    def brief(self) -> Brief[ViewT_contra]:
        """The text beside its pictures."""
        ...

    @property
    def unit(self) -> str:
        """The unit of the final scores: `point` or `card`."""
        ...

    @property
    def open_hands(self) -> bool:
        """Whether all hands are open on the board, so no hand is sent by direct message."""
        ...

    def subtitle(self, view: ViewT_contra) -> str:
        """The state of the game in one short line: round, wild rank, hands left."""
        ...

    def board(self, view: ViewT_contra, cast: Cast) -> Sequence[str]:
        """The public table, most important blocks first."""
        ...

    def players(self, view: ViewT_contra) -> Sequence[str]:
        """One short list of facts per seat, such as `5 cards · 12 points`."""
        ...

    def hand(self, view: ViewT_contra, order: str) -> Sequence[str]:
        """The viewer's own cards and their points; `order` is `suit` or `rank`."""
        ...

    def to_do(self, view: ViewT_contra) -> str:
        """What the seat to act may do now, in the imperative: `draw from the stock, or take 10♣`."""
        ...

    def event(self, event: Event, cast: Cast, view: ViewT_contra) -> str | None:
        """A past-tense sentence about an event before this view; None if the board shows it anyway."""
        ...

    def doing(self, event: Event, cast: Cast, view: ViewT_contra) -> Doing | None:
        """The event as an act for a turn in one sentence; None if no player caused it."""
        ...

    def wild(self, view: ViewT_contra) -> str | None:
        """The current wild rank; None if there is none."""
        ...

    def listed(self, card: Card, view: ViewT_contra) -> str:
        """A card of the viewer's hand in a list, marked if it was just drawn or taken: `Q♣ (drawn)`."""
        ...

    def word(self, verb: str, word: str, view: ViewT_contra, cast: Cast) -> str:
        """The label in a list of an argument without cards: `2` is `Group 2: 3♥ 4♠ 5♥`; the word itself if that is
        clear.
        """
        ...

    def round_end(self, view: ViewT_contra, cast: Cast) -> Sequence[str]:
        """The last finished round: every hand and its points. Empty if there is none."""
        ...

    def is_round_fresh(self, view: ViewT_contra) -> bool:
        """Whether the last round has just ended: nobody has had a second turn since."""
        ...

    def choices(self, view: ViewT_contra) -> Iterable[ActionT]:
        """All of the viewer's legal actions, likeliest first. There may be thousands: iterate only as far as needed."""
        ...

    def label(self, action: ActionT, view: ViewT_contra) -> str:
        """A button's label, at most 80 characters."""
        ...

    def spoken(self, action: ActionT, view: ViewT_contra) -> str:
        """The action in full words, for screen readers and search."""
        ...


AnyGameText: TypeAlias = GameText[Any, Any]
"""The texts of any game in the catalogue; they accept that game's views and actions."""
