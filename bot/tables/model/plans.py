"""Tables planned for a time: their options, and who signed up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, Protocol

from bot.tables.model.records import Person, Place

if TYPE_CHECKING:
    from bot.tables.model.share import Share


@dataclass(frozen=True, slots=True)
class Plan:
    """`at` is when it opens (seconds since the epoch), `people` are those who signed up, the host first.

    `interaction` is Discord's id of the command; the table is opened with an id made of it and the time, only once.
    `event_id` is that of Discord's scheduled event, if there is one. `outcome` is what became of it, until its message
    says so: the number of its table, or why that could not open.
    """

    id: int
    guild_id: int
    channel_id: int
    host: Person
    game: str
    at: float
    interaction: int
    parent_id: int | None = None
    places: int | None = None
    turn_seconds: int | None = None
    rated: bool = True
    options: Mapping[str, object] = field(default_factory=dict)
    message_id: int | None = None
    event_id: int | None = None
    reminded: bool = False
    outcome: str | None = None
    people: tuple[Person, ...] = ()


class PlanCount(NamedTuple):
    """The number of plans in a server, and of a person's plans wherever the bot still is."""

    in_server: int
    of_person: int


class TooManyPlansError(Exception):
    """The host or the server has reached the limit on plans."""

    def __init__(self, count: PlanCount) -> None:
        super().__init__(count)
        self.count = count


class PlanStore(Protocol):
    """Stores plans. Every method is one atomic transaction."""

    async def add(self, plan: Plan, limits: PlanCount | None = None) -> Plan:
        """Save a new plan (its `id` is 0) with its host signed up, and return it with its id.

        Raises:
            TooManyPlansError: it would exceed `limits`.
        """
        ...

    async def get(self, plan_id: int) -> Plan | None: ...

    async def of_person(self, person: int) -> tuple[Plan, ...]:
        """The plans for which the person signed up, their own too."""
        ...

    async def in_channel(self, channel_id: int) -> tuple[Plan, ...]:
        """The plans of a channel and its public threads."""
        ...

    async def places(self, share: Share) -> tuple[Place, ...]:
        """The places for which something is planned in the share's servers."""
        ...

    async def sign_up(self, plan_id: int, person: Person, limit: int) -> bool:
        """Add the person; False if the plan is over or full."""
        ...

    async def sign_off(self, plan_id: int, person: int) -> None: ...

    async def note_posted(self, plan_id: int, message_id: int, event_id: int | None) -> bool:
        """Record the plan's message and its event, if it has one; False if the plan is over."""
        ...

    async def next_due(self, ahead: float, after: float) -> float | None:
        """When the next plan is due after that time, for its reminder (`ahead` seconds before it opens) or to be
        opened, and not claimed; those in servers that the bot left wait.
        """
        ...

    async def due(self, now: float, ahead: float, share: Share) -> tuple[Plan, ...]:
        """The share's plans due for a reminder or to be opened by now, except claimed ones and those in servers that
        the bot left.
        """
        ...

    async def unposted(self, now: float, share: Share) -> tuple[Plan, ...]:
        """The share's plans without a message whose time is to come, except those in servers that the bot left."""
        ...

    async def claim(self, plan_id: int, now: float, until: float) -> bool:
        """Claim the plan; False if another process has."""
        ...

    async def note_reminded(self, plan_id: int) -> None:
        """Record that people were reminded, and release the claim."""
        ...

    async def note_outcome(self, plan_id: int, words: str) -> None:
        """Record what became of a plan; nobody can sign up for it any more."""
        ...

    async def remove(self, plan_id: int) -> None:
        """Delete a plan that was opened or cancelled."""
        ...
