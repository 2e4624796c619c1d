"""What the tables need from outside, as Protocols; `bot/app.py` chooses the implementations."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from bot.rules.game import AnyAction, AnyView
    from bot.tables.model.position import Position


class Thought(Protocol):
    """What everybody may know of why a computer player made its choice."""

    @property
    def kind(self) -> str: ...
    @property
    def facts(self) -> Mapping[str, Any]: ...


class Compared(Protocol):
    """An action that a computer player compared with others."""

    @property
    def action(self) -> AnyAction: ...


class Choice(Protocol):
    """A computer player's choice."""

    @property
    def action(self) -> AnyAction: ...
    @property
    def thought(self) -> Any:
        """A `Thought`, and whatever else its player's owner is told; None if there is none."""
        ...

    @property
    def second(self) -> Compared | None:
        """The second best action that was compared; None if there is none."""
        ...

    @property
    def instead(self) -> bool:
        """Whether the simple strategy chose, because the player asked for gave no answer."""
        ...


class Thinkers(Protocol):
    """The computer players, which think outside the event loop."""

    async def choose(self, game_key: str, level: str, view: AnyView, stream: bytes, budget: float) -> Choice:
        """A legal action for the view's seat within the budget in seconds, queueing included."""
        ...


class Presence(Protocol):
    """Knows who is in a server."""

    async def has_left(self, guild_id: int, person: int) -> bool | None:
        """Whether the person has certainly left the server; None if Discord does not answer."""
        ...


class Announcer(Protocol):
    """Tells people what changed. Calls return at once and never raise."""

    def announce(self, position: Position) -> None:
        """The table has a new saved version."""
        ...


class Recorder(Protocol):
    """Records how games ended."""

    async def record(self, position: Position) -> None:
        """Record the result of a saved game that ended by its rules, once, before it is announced."""
        ...

    def record_refused(self) -> AsyncIterator[int]:
        """Record the results that the store refused; yields each table as soon as its result is recorded."""
        ...


class Handle(Protocol):
    """A timer that can be cancelled."""

    def cancel(self) -> None: ...


class Clock(Protocol):
    """Time, so that tests can move it."""

    def now(self) -> float:
        """Seconds since the epoch, UTC."""
        ...

    def call_at(self, when: float, callback: Callable[[], None]) -> Handle:
        """Call back once at that time, or as soon as possible if it has passed."""
        ...

    def drift(self) -> float:
        """Seconds by which the machine's clock has jumped ahead because it was set or the machine slept."""
        ...

    def resync(self) -> None:
        """Resynchronize with the machine's clock."""
        ...


LevelsOf = Callable[[str], Sequence[str]]
"""The levels of computer players for a game key, weakest first."""
