"""The contract that every game keeps: a state is a value, a game is a set of pure functions over it."""

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
"""An indexable sequence with `in`; it may be lazy, and it holds no state."""


@dataclass(frozen=True, slots=True)
class Option:
    """A table option: its name, default, allowed values (all of one type, or None for none) and a one-sentence help.

    `help` is in English, to be looked up with `_` where it is shown.
    """

    name: str
    default: object
    choices: tuple[object, ...]
    help: str


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, as one viewer saw it: `kind` in the past tense and the facts it may know.

    `seat` is who did it (None: the game itself). `facts` holds strings, numbers, cards and tuples of those.
    """

    kind: str
    seat: int | None
    facts: Mapping[str, Any]


class Outcome(NamedTuple):
    """The result by seat: ranks such as (1, 2, 2, 4), scores in the game's own points, why it ended.

    `reason` is an English sentence of the catalogue, the same for everybody: looked up with `_` where it is shown.
    """

    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str


class View(Protocol[ActionT_co]):
    """All that one seat (or a spectator, `seat` None) may see; picklable; equal for equal knowledge."""

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
        """The viewer's own cards that it can pick; empty for a spectator, and where places matter instead of a hand."""
        ...

    @property
    def legal_actions(self) -> LegalActions[ActionT_co]:
        """The viewer's own legal actions; empty when it is not the viewer's turn."""
        ...

    @property
    def outcome(self) -> Outcome | None: ...


@runtime_checkable
class Game(Protocol[StateT, ActionT, ViewT_co]):
    """One game's rules. `version` counts the changes of its state's shape or of its rules."""

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
        """The class of the game's states: a NamedTuple or frozen dataclass that `codec` can write and read."""
        ...

    def deal(self, seats: int, seed: bytes, options: Options | None = None) -> StateT:
        """The first state. Raises ValueError for a seat count, seed or option that the game does not know."""
        ...

    def seat_to_act(self, state: StateT) -> int | None:
        """The 0-based seat whose turn it is; None once the game is over."""
        ...

    def legal_actions(self, state: StateT) -> LegalActions[ActionT]:
        """What the seat to act may do; never empty before the end."""
        ...

    def apply(self, state: StateT, seat: int, action: ActionT) -> StateT:
        """The state after the action. Raises IllegalActionError or AmbiguousActionError and changes nothing."""
        ...

    def view(self, state: StateT, seat: int | None) -> ViewT_co:
        """All that the seat (None: a spectator) may see."""
        ...

    def events(self, before: StateT, action: ActionT, after: StateT, seat: int | None) -> tuple[Event, ...]:
        """What the viewing seat (None: a spectator) saw happen between two states."""
        ...

    def is_deal(self, event: Event) -> bool:
        """Whether the event says that new hands were dealt, so that what happened before is past."""
        ...

    def is_open(self, event: Event) -> bool:
        """Whether the event shows nobody a card that was hidden until then, except one that its player chose to show.

        Only actions whose events are all open can be taken back.
        """
        ...

    def outcome(self, state: StateT) -> Outcome | None:
        """The result, or None while the game runs."""
        ...

    def format_action(self, action: ActionT) -> str:
        """The one-line text form."""
        ...

    def parse_action(self, text: str) -> ActionT:
        """Read a text form. Raises InvalidActionError with a sentence for the player."""
        ...


AnyState: TypeAlias = Any
"""A state of some game of the catalogue; only that game's own functions look into it."""
AnyAction: TypeAlias = Any
"""An action of some game of the catalogue."""
AnyView: TypeAlias = View[AnyAction]
"""A view of some game of the catalogue: generic code reads only what every view has."""
AnyGame: TypeAlias = Game[AnyState, AnyAction, Any]
"""Some game of the catalogue, whichever it is.

Python cannot say "a game with its own state, action and view, the same in and out"; here alone Any stands for that.
Generic code takes its views as `AnyView`; whoever knows the game uses the game's own `GAME`, which is exact.
"""


def resolve_options(known: tuple[Option, ...], given: Options | None) -> dict[str, object]:
    """The full options: the given values over the defaults.

    Raises:
        ValueError: an unknown name, or a value that is not among the option's choices.
    """
    resolved = {option.name: option.default for option in known}
    by_name = {option.name: option for option in known}
    for name, value in (given or {}).items():
        option = by_name.get(name)
        if option is None:
            names = ", ".join(by_name) or _("none")
            raise ValueError(
                _("This game has no option “{name}”; its options are: {names}.").format(
                    name=name, names=names
                )
            )
        if not any(value == choice and type(value) is type(choice) for choice in option.choices):
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
    """Raise ValueError unless the game can be played by so many."""
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
    """Standings ranks for sort keys, the lowest first; equal keys share a rank.

    >>> shared_ranks([7, 0, 7, 9])
    (2, 1, 2, 4)
    """
    return tuple(1 + sum(other < key for other in keys) for key in keys)
