"""Requests about seats: in the lobby, and leaving, returning and taking over during the game."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.tables.acts import absence, autopilot, leaving, lobby, people, play, setup
from bot.tables.acts.play import costs_rating
from bot.tables.acts.turn_clock import hours_of_turn
from bot.tables.model.records import Phase
from bot.tables.model.saved import note_saved
from bot.tables.table.core import OvertakenError, TableCore

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.tables.acts.setup import Setup
    from bot.tables.model.position import Position
    from bot.tables.model.records import Deadline, Person, TableRecord
    from bot.tables.table.core import HasAgreed, Step, StepResult


class Seating(TableCore):
    """Requests about who sits where. `interaction` is Discord's id of the click or command: a repeat changes
    nothing.
    """

    async def join(self, person: Person, interaction: int | None = None) -> Position:
        """Take a free seat in the lobby, which may start the game; in a running one, take one's own seat back."""

        def step(position: Position) -> StepResult:
            record = position.record
            index = record.seat_of(person.id)
            if record.phase is Phase.PLAYING and index is not None and record.seats[index].autopilot:
                return replace(position, record=autopilot.turn_off(record, person.id)), None
            return self._dealt_if_full(replace(position, record=lobby.join(record, person)), interaction), None

        return await self._sit_down(person.id, step, interaction)

    async def _sit_down(self, person: int, step: Step, interaction: int | None) -> Position:
        """Give a person a seat; if they are away, the table waits for them."""
        return await self.uninterrupted(self._seated(person, step, interaction), "change")

    async def _seated(self, person: int, step: Step, interaction: int | None) -> Position:
        away = await self._services.away_until(person)

        def seated(position: Position) -> StepResult:
            after, action = step(position)
            return replace(after, record=absence.seated(after.record, person, away)), action

        return await self._save_and_announce(seated, interaction)

    def _dealt_if_full(self, position: Position, interaction: int | None) -> Position:
        """The position, dealt if its last seat was just taken and the game is to start by itself then."""
        if not lobby.starts_now(position.record):
            return position
        return play.start(position, position.record.host, interaction or 0, self._services.clock.now())

    async def _prepare(self, step: Callable[[TableRecord], TableRecord], interaction: int | None) -> Position:
        """Change the seats before the game, which may start it."""
        return await self._change(
            lambda position: (self._dealt_if_full(replace(position, record=step(position.record)), interaction), None),
            interaction,
        )

    async def leave(self, person: int, interaction: int | None = None, has_agreed: HasAgreed | None = None) -> Position:
        """Give the seat up; in a running game a computer player takes it over.

        Raises:
            NotAgreedError: they have to be asked first.
        """
        level = self._services.default_level
        return await self._change_record(lambda record: leaving.leave(record, person, level), interaction, has_agreed)

    async def decline_seat(self, person: int, interaction: int | None = None) -> Position:
        """Free the seat that a rematch keeps for the person."""
        return await self._change_record(lambda record: lobby.decline_seat(record, person), interaction)

    async def kick(
        self,
        kicker: int,
        person: int,
        interaction: int | None = None,
        has_agreed: HasAgreed | None = None,
        *,
        by_right: bool = False,
    ) -> Position:
        """Remove a person, who may only come back by invitation; a moderator may do so `by_right`, without being the
        host.

        Raises:
            NotAgreedError: the kicker has to be asked first.
        """
        level = self._services.default_level
        return await self._change_record(
            lambda record: leaving.kick(record, kicker, person, level, by_right=by_right), interaction, has_agreed
        )

    async def take_over(self, person: Person, index: int, interaction: int | None = None) -> Position:
        """Take over a seat that somebody left."""
        return await self._sit_down(
            person.id,
            lambda position: (replace(position, record=people.take_over(position.record, person, index)), None),
            interaction,
        )

    async def set_away(self, person: int, until: float | None) -> Position:
        """Let the table wait for the person until then; None: they are back."""
        now, chosen = self._services.clock.now(), await self._services.settings_of(person)

        def step(position: Position) -> StepResult:
            quiet = hours_of_turn(position.record, chosen)
            return replace(position, record=absence.set_away(position, person, until, now, quiet)), None

        return await self._change(step)

    async def end_absences(self) -> Position | None:
        """End absences whose time has passed; None if there are none."""
        now = self._services.clock.now()

        def step(position: Position) -> StepResult:
            record = absence.without_absences_over(position.record, now)
            if record is position.record:
                raise OvertakenError
            return replace(position, record=record), None

        return await self._change_unless_overtaken(step)

    async def pass_host(self, host: int, person: int, interaction: int | None = None) -> Position:
        """Make another person the host."""
        return await self._change_record(lambda record: people.pass_host(record, host, person), interaction)

    async def invite(self, host: int, person: int, interaction: int | None = None) -> Position:
        """Let a person join an invite-only table, or return after being removed."""
        return await self._change_record(lambda record: people.invite(record, host, person), interaction)

    async def turn_autopilot(self, person: int, interaction: int | None = None, *, on: bool) -> Position:
        """Let the autopilot play the person's seat, or take it back."""
        turn = autopilot.turn_on if on else autopilot.turn_off
        return await self._change_record(lambda record: turn(record, person), interaction)

    async def go_missing(self, deadline: Deadline) -> Position | None:
        """Act on a person who kept a game without a clock waiting too long: they leave, or the game waits for them.

        None if the deadline has changed, because they have played after all.
        """
        level = self._services.default_level

        def step(position: Position) -> StepResult:
            person = position.person_to_act
            if person is None or position.record.deadline != deadline:
                raise OvertakenError
            return replace(position, record=leaving.go_missing(position.record, person, level)), None

        return await self._change_unless_overtaken(step)

    async def mark_helped(self, person: int) -> Position:
        """Mark the person as helped, so that they cannot gain rating, unless help is free.

        No interaction is saved with that, because it may go on to play.

        Raises:
            NotSeatedError: they do not play here.
        """
        if self.record.seat_of(person) is not None and not costs_rating(self._position, person):
            return self._position
        position = await self._change_record(
            lambda record: autopilot.mark_helped(record, people.require_seat(record, person))
        )
        note_saved()
        return position

    # Before the game

    async def add_computer(self, host: int, level: str | None = None, interaction: int | None = None) -> Position:
        """Seat a computer player of the given level (None: the usual one), which may start the game."""
        levels = self._services.levels(self.record.game)
        chosen = level or self._services.default_level
        return await self._prepare(lambda record: lobby.add_computer(record, host, chosen, levels), interaction)

    async def remove_computer(self, host: int, interaction: int | None = None) -> Position:
        """Remove the last computer player."""
        return await self._change_record(lambda record: lobby.remove_computer(record, host), interaction)

    async def set_up(self, host: int, wanted: Setup, interaction: int | None = None) -> Position:
        """Change what the host decides before the game; fewer seats may start it."""
        levels = self._services.levels(self.record.game)
        return await self._prepare(lambda record: setup.set_up(record, host, wanted, levels), interaction)
