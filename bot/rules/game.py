"""The interface of every game: a state is an immutable value, and a game is a set of pure functions over it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias, TypeVar, runtime_checkable

from bot.language import _, ngettext

if TYPE_CHECKING:
    from bot.rules.cards import Card

StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT")
ActionT_co = TypeVar("ActionT_co", covariant=True)
ViewT_co = TypeVar("ViewT_co", bound="AnyView", covariant=True)

Options: TypeAlias = Mapping[str, object]
LegalActions: TypeAlias = Sequence[ActionT]
"""An indexable sequence that supports `in`. It may compute its items lazily, and it is immutable."""


@dataclass(frozen=True, slots=True)
class Option:
    """A table option: its name, default, allowed values (of one type, plus None for "none") and a one-sentence help.

    `offered` is the value new tables start with where it plays better than the rule book's default; None keeps the
    default. `terms` is the sentence a lobby shows, with the option's `{value}` filled in, unless the value is None; no
    noun in it may depend on a number. If empty, the lobby shows the display names of the option and its value. Texts
    are English and in the catalogue: translate them with `_` when displaying them.
    """

    name: str
    default: object
    choices: tuple[object, ...]
    help: str
    offered: object = None
    terms: str = ""

    def allows(self, value: object) -> bool:
        """Whether it is one of the choices; `True` is not 1."""
        return any(value == choice and type(value) is type(choice) for choice in self.choices)


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, as seen by one viewer: a `kind` in the past tense and the facts the viewer may know.

    `seat` is the seat that acted (None: the game itself). `facts` holds strings, numbers, cards and tuples of those.
    """

    kind: str
    seat: int | None
    facts: Mapping[str, Any]


class Outcome(NamedTuple):
    """The final result by seat: ranks such as (1, 2, 2, 4), scores in the game's own points, and why the game ended.

    Fewer points are better: statistics, the deal of the day and the arena compare scores as costs.
    `reason` is an English catalogue text, the same for all viewers: translate it with `_` when displaying it.
    """

    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str

    @property
    def is_draw(self) -> bool:
        """Whether all seats share first place, so nobody won."""
        return set(self.ranks) == {1} and len(self.ranks) > 1

    @property
    def order(self) -> list[int]:
        """The seats from first to last place; those who share a place by seat."""
        return sorted(range(len(self.ranks)), key=self.ranks.__getitem__)


class View(Protocol[ActionT_co]):
    """Everything one seat (or a spectator, `seat` None) may see. Picklable; views with the same knowledge are equal."""

    @property
    def game(self) -> str: ...
    @property
    def seat(self) -> int | None: ...
    @property
    def seats(self) -> int: ...
    @property
    def seat_to_act(self) -> int | None: ...
    @property
    def options(self) -> Options: ...
    @property
    def hand(self) -> tuple[Card, ...]:
        """The viewer's own cards to choose from; empty for a spectator and in games played by position instead of a
        hand.
        """
        ...

    @property
    def legal_actions(self) -> LegalActions[ActionT_co]:
        """The viewer's own legal actions; empty when it is not the viewer's turn."""
        ...

    @property
    def outcome(self) -> Outcome | None: ...


@runtime_checkable
class Game(Protocol[StateT, ActionT, ViewT_co]):
    """One game's rules. `version` increases with every change to the rules or to the state's shape.

    A field that is added at the end of the state, with the default that leaves the rules as they were, is none.
    """

    @property
    def key(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def version(self) -> int: ...
    @property
    def seats(self) -> range: ...
    @property
    def default_seats(self) -> int: ...
    @property
    def options(self) -> tuple[Option, ...]: ...
    @property
    def state_type(self) -> type[StateT]:
        """The class of the game's states: a NamedTuple or frozen dataclass that `codec` supports."""
        ...

    def deal(self, seats: int, seed: bytes, options: Options | None = None) -> StateT:
        """The initial state. Raises ValueError for an unsupported seat count, seed or option."""
        ...

    def seat_to_act(self, state: StateT) -> int | None:
        """The 0-based seat whose turn it is; None once the game is over."""
        ...

    def legal_actions(self, state: StateT) -> LegalActions[ActionT]:
        """The legal actions of the seat to act; never empty before the game is over."""
        ...

    def apply(self, state: StateT, seat: int, action: ActionT) -> StateT:
        """The state after the action. Raises IllegalActionError or AmbiguousActionError; the given state is
        unchanged.
        """
        ...

    def view(self, state: StateT, seat: int | None) -> ViewT_co:
        """Everything the seat (None: a spectator) may see."""
        ...

    def events(self, before: StateT, action: ActionT, after: StateT, seat: int | None) -> tuple[Event, ...]:
        """The events between two states as one seat (None: a spectator) sees them: the same kinds in the same order for
        all, with the facts that each may know. Those of the last action end with `game_ended`.
        """
        ...

    def is_deal(self, event: Event) -> bool:
        """Whether the event deals new hands, which makes earlier events obsolete."""
        ...

    def is_open(self, event: Event) -> bool:
        """Whether the event reveals no hidden card except those that its player put on the table, as a discard does. A
        knock, which shows the rest of a hand as well, is not open.

        Only actions whose events are all open can be undone.
        """
        ...

    def outcome(self, state: StateT) -> Outcome | None:
        """The result, or None while the game runs."""
        ...

    def format_action(self, action: ActionT) -> str:
        """Format an action as one line of text."""
        ...

    def parse_action(self, text: str) -> ActionT:
        """Parse a line of text. Raises InvalidActionError with a message for the player."""
        ...


AnyState: TypeAlias = Any
"""A state of any game in the catalogue; only that game's own functions inspect it."""
AnyAction: TypeAlias = Any
"""An action of any game in the catalogue."""
AnyView: TypeAlias = View[AnyAction]
"""A view of any game in the catalogue: generic code uses only the members that every view has."""
AnyGame: TypeAlias = Game[AnyState, AnyAction, Any]
"""Any game in the catalogue.

Python's types cannot express "a game with its own state, action and view types", so Any stands in for them, here
and nowhere else. Generic code handles views as `AnyView`; code for one game uses that game's precisely typed `GAME`.
"""


def offered_options(known: tuple[Option, ...]) -> dict[str, object]:
    """The options, by name, that new tables start with instead of their defaults."""
    return {option.name: option.offered for option in known if option.offered is not None}


def known_options(known: tuple[Option, ...], stored: Options) -> dict[str, object]:
    """The stored options without those that the game no longer has, or no longer with that value."""
    by_name = {option.name: option for option in known}
    return {name: value for name, value in stored.items() if name in by_name and by_name[name].allows(value)}


def resolve_options(known: tuple[Option, ...], given: Options | None) -> dict[str, object]:
    """Fill in the defaults of all options that are not given.

    Raises:
        ValueError: an option is unknown, or its value is not one of its choices.
    """
    resolved = {option.name: option.default for option in known}
    by_name = {option.name: option for option in known}
    for name, value in (given or {}).items():
        option = by_name.get(name)
        if option is None:
            names = ", ".join(by_name) or _("none")
            raise ValueError(
                _("This game has no option “{name}”; its options are: {names}.").format(name=name, names=names)
            )
        if not option.allows(value):
            allowed = ", ".join(str(choice) for choice in option.choices[:8])
            more = " …" if len(option.choices) > 8 else ""
            raise ValueError(
                _("Option “{name}” cannot be {value}; choose one of: {allowed}{more}.").format(
                    name=name, value=value, allowed=allowed, more=more
                )
            )
        resolved[name] = value
    return resolved


def check_seats(title: str, allowed: range, seats: int) -> None:
    """Raise ValueError unless the game allows this number of seats."""
    if seats not in allowed:
        low, high = allowed[0], allowed[-1]
        if low == high:
            raise ValueError(
                ngettext(
                    "{title} is played by exactly {low} person, not {seats}.",
                    "{title} is played by exactly {low} people, not {seats}.",
                    low,
                ).format(title=title, low=low, seats=seats)
            )
        raise ValueError(
            ngettext(
                "{title} is played by {low} to {high} person, not {seats}.",
                "{title} is played by {low} to {high} people, not {seats}.",
                high,
            ).format(title=title, low=low, high=high, seats=seats)
        )


def shared_ranks(keys: Sequence[Any]) -> tuple[int, ...]:
    """Rank sort keys from 1, lowest first; equal keys share a rank.

    >>> shared_ranks([7, 0, 7, 9])
    (2, 1, 2, 4)
    """
    return tuple(1 + sum(other < key for other in keys) for key in keys)
