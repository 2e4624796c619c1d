"""The contract that every game keeps: a state is a value, a game is a set of pure functions over it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeAlias, runtime_checkable

from bot.language import _, ngettext

State: TypeAlias = Any
Action: TypeAlias = Any
Options: TypeAlias = Mapping[str, object]
LegalActions: TypeAlias = Sequence[Any]
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


class View(Protocol):
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
    def legal_actions(self) -> LegalActions:
        """The viewer's own legal actions; empty when it is not the viewer's turn."""
        ...

    @property
    def outcome(self) -> Outcome | None: ...


@runtime_checkable
class Game(Protocol):
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
    def state_type(self) -> type[Any]:
        """The class of the game's states: a NamedTuple or frozen dataclass that `codec` can write and read."""
        ...

    def deal(self, seats: int, seed: bytes, options: Options | None = None) -> State:
        """The first state. Raises ValueError for a seat count, seed or option that the game does not know."""
        ...

    def seat_to_act(self, state: State) -> int | None:
        """The 0-based seat whose turn it is; None once the game is over."""
        ...

    def legal_actions(self, state: State) -> LegalActions:
        """What the seat to act may do; never empty before the end."""
        ...

    def apply(self, state: State, seat: int, action: Action) -> State:
        """The state after the action. Raises IllegalActionError or AmbiguousActionError and changes nothing."""
        ...

    def view(self, state: State, seat: int | None) -> View:
        """All that the seat (None: a spectator) may see."""
        ...

    def events(self, before: State, action: Action, after: State, seat: int | None) -> tuple[Event, ...]:
        """What the viewing seat (None: a spectator) saw happen between two states."""
        ...

    def outcome(self, state: State) -> Outcome | None:
        """The result, or None while the game runs."""
        ...

    def format_action(self, action: Action) -> str:
        """The one-line text form."""
        ...

    def parse_action(self, text: str) -> Action:
        """Read a text form. Raises InvalidActionError with a sentence for the player."""
        ...


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
