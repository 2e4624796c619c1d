"""One running table: a lock, the current position, and every request as load, change, save, then say."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bot.tables import lobby, play
from bot.tables.errors import NoTableError, TableError
from bot.tables.model import Change, Deadline, Draft, LoggedAction, Person, Phase, TableRecord, Wake
from bot.tables.position import Position
from bot.tables.protocols import RepeatedInteractionError, StoreConflictError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.tables.services import Services

Step = Callable[[Position], tuple[Position, LoggedAction | None]]
"""From the current position to the next one, with the action that led there."""

_TRIES = 5


class Table:
    """The one place through which a table changes in this process.

    The stored version is the truth: another process may change the table too, and a change that comes too late
    is made again from the newer position. The lock only saves such retries.
    """

    def __init__(self, position: Position, services: Services) -> None:
        self._position = position
        self._services = services
        self._lock = asyncio.Lock()
        self.drafting = asyncio.Lock()
        """Held while a draft is read, changed and saved."""

    @property
    def id(self) -> int:
        return self._position.record.id

    @property
    def position(self) -> Position:
        """The position as last saved by, or loaded into, this process; read without a lock."""
        return self._position

    @property
    def record(self) -> TableRecord:
        return self._position.record

    async def join(self, person: Person, interaction: int | None = None) -> Position:
        """Take a free seat in the lobby, or one's own seat back in a running game."""
        return await self._seats(lambda record: lobby.join(record, person), interaction)

    async def leave(self, person: int, interaction: int | None = None) -> Position:
        """Give the seat up; in a running game a computer player takes it over."""
        level = self._services.default_level
        return await self._seats(lambda record: lobby.leave(record, person, level), interaction)

    async def kick(self, host: int, person: int, interaction: int | None = None) -> Position:
        """The host takes someone out."""
        level = self._services.default_level
        return await self._seats(lambda record: lobby.kick(record, host, person, level), interaction)

    async def add_computer(
        self, host: int, level: str | None = None, interaction: int | None = None
    ) -> Position:
        """Seat a computer player of the given level (None: the usual one)."""
        levels = self._services.levels(self.record.game)
        chosen = level or self._services.default_level
        return await self._seats(lambda record: lobby.add_computer(record, host, chosen, levels), interaction)

    async def remove_computer(self, host: int, interaction: int | None = None) -> Position:
        """Take the last computer player out."""
        return await self._seats(lambda record: lobby.remove_computer(record, host), interaction)

    async def set_option(
        self, host: int, name: str, value: object, interaction: int | None = None
    ) -> Position:
        """Change one of the game's options in the lobby."""
        return await self._seats(lambda record: lobby.set_option(record, host, name, value), interaction)

    async def set_places(self, host: int, places: int, interaction: int | None = None) -> Position:
        """Change the number of seats in the lobby."""
        return await self._seats(lambda record: lobby.set_places(record, host, places), interaction)

    async def start(self, host: int, interaction: int, *, just_opened: bool = False) -> Position:
        """Deal. The interaction's id goes into the seed; with `just_opened` it opened the table and is saved."""
        now = self._services.clock.now()
        saved = None if just_opened else interaction
        return await self._change(
            lambda position: (play.start(position, host, interaction, now), None), saved
        )

    async def act(
        self, person: int, action: str, interaction: int | None = None, decision: int | None = None
    ) -> Position:
        """Play an action in its text form.

        Args:
            person: who asks.
            action: the text form, as in `/move`.
            interaction: Discord's id of the click or command; a repeated one changes nothing.
            decision: the number that the pressed control carries; None for a typed command.

        Raises:
            TableError: it is not this person's to do now.
            ActionError: the action cannot be read, or the rules forbid it.
        """

        def step(position: Position) -> tuple[Position, LoggedAction | None]:
            seat = play.seat_to_play(position, person, decision)
            return self._apply(position, seat, play.read_action(position, action), person)

        return await self._change(step, interaction)

    async def act_for_computer(
        self, seat: int, action: Any, decision: int, thought: Any = None
    ) -> Position | None:
        """Play a computer player's choice; None when the position has moved on meanwhile.

        What everybody may know of its thought becomes one of the last events.
        """

        def step(position: Position) -> tuple[Position, LoggedAction | None]:
            record = position.record
            if (
                record.decision != decision
                or position.seat_to_act != seat
                or not record.seats[seat].plays_itself
            ):
                raise _OvertakenError
            return self._apply(play.with_thought(position, seat, thought), seat, action, None)

        try:
            return await self._change(step, None)
        except _OvertakenError:
            return None

    def _apply(
        self, position: Position, seat: int, action: Any, person: int | None
    ) -> tuple[Position, LoggedAction | None]:
        now = self._services.clock.now()
        after = play.apply(position, seat, action, now)
        text = position.game.format_action(action)
        return after, LoggedAction(after.record.decision, seat, text, person, now)

    async def mark_helped(self, person: int) -> Position:
        """Note that the person's seat was helped (a hint), so that it cannot gain rating in this game.

        Raises:
            NotSeatedError: they do not play here.
        """
        index = self.record.seat_of(person)
        if index is not None and self.record.seats[index].helped:
            return self._position
        return await self._seats(lambda record: lobby.mark_helped(record, person), None)

    async def end(self, person: int, may_manage: bool, interaction: int | None = None) -> Position:
        """Close the table before its end: for the host, and for who may manage the channel."""

        def close(record: TableRecord) -> TableRecord:
            if not record.phase.is_live:
                raise TableError("This table has ended already; open a new one with /table new.")
            if not may_manage:
                lobby.require_host(record, person)
            return lobby.close(record, f"Ended by <@{person}>.")

        return await self._seats(close, interaction)

    async def close(self, reason: str) -> Position | None:
        """Close the table because it cannot go on (its channel is gone, nobody came); None if it had ended."""

        def step(position: Position) -> tuple[Position, LoggedAction | None]:
            if not position.record.phase.is_live:
                raise _OvertakenError
            return replace(position, record=lobby.close(position.record, reason)), None

        try:
            return await self._change(step, None)
        except _OvertakenError:
            return None

    async def draft(self, person: int) -> Draft | None:
        """The turn that the person is building; None when there is none for the current decision."""
        seat = self.record.seat_of(person)
        draft = None if seat is None else await self._services.store.draft(self.id, seat)
        return draft if draft is not None and draft.decision == self.record.decision else None

    async def save_draft(self, person: int, decision: int, content: Mapping[str, Any]) -> Draft:
        """Keep a step of the turn being built.

        Raises:
            TableError: it is not this person's turn, or the position has moved on.
        """
        seat = play.seat_to_play(self._position, person, decision)
        draft = Draft(self.id, seat, decision, content)
        if not await self._services.store.save_draft(draft):
            await self.refresh()
            play.seat_to_play(self._position, person, decision)
        return draft

    async def refresh(self) -> Position:
        """Read the table again from the store."""
        async with self._lock:
            return await self._reload()

    async def _seats(self, step: Callable[[TableRecord], TableRecord], interaction: int | None) -> Position:
        return await self._change(
            lambda position: (replace(position, record=step(position.record)), None), interaction
        )

    async def _change(self, step: Step, interaction: int | None) -> Position:
        """Save what the step makes of the current position, then say so."""
        async with self._lock:
            for _ in range(_TRIES):
                after, action = step(self._position)
                after = replace(
                    after, record=replace(after.record, deadline=self._deadline(self._position, after))
                )
                try:
                    await self._services.store.save(Change(after.record, interaction, action))
                except StoreConflictError:
                    await self._reload()
                    continue
                except RepeatedInteractionError:
                    return await self._reload()
                self._position = after
                self._services.changed(after)
                return after
        raise TableError("This table is very busy; please try again.")

    async def _reload(self) -> Position:
        record = await self._services.store.load_table(self.id)
        if record is None:
            raise NoTableError("This table no longer exists; open a new one with /table new.")
        self._position = Position.of(record)
        return self._position

    def _deadline(self, before: Position, after: Position) -> Deadline | None:
        """When the table next wakes by itself."""
        services, record = self._services, after.record
        now = services.clock.now()
        if record.phase is Phase.LOBBY:
            return Deadline(Wake.LOBBY_EXPIRY, now + services.pace.lobby)
        seat = after.seat_to_act
        if seat is None:
            return None
        if not record.seats[seat].plays_itself:
            return Deadline(Wake.IDLE_EXPIRY, now + services.pace.idle)
        same_turn = before.seat_to_act == seat and before.record.seats[seat].plays_itself
        return Deadline(Wake.COMPUTER_MOVE, now if same_turn else now + services.pace.move_delay)


class _OvertakenError(Exception):
    """The position changed before a computer player's choice, or the clock, could act on it."""
