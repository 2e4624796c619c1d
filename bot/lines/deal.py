"""A deal that several people can play: its cards, and who has the other seats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.rules.catalogue import GAMES
from bot.tables.acts.autopilot import LEVEL
from bot.tables.acts.lobby import computer
from bot.tables.model.records import Phase, Seat, TableRecord
from bot.tables.model.seed import game_seed

if TYPE_CHECKING:
    from bot.lines.stored import DealDay, Line, Setup
    from bot.replay.game_file import GameFile
    from bot.rules.game import AnyGame

ID_OFFSET = 10**12
"""Added to a line's id wherever a table number is expected, so that it is never mistaken for a table."""


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards and the `seats` of a deal; every seat except the one being played is a computer player's."""

    game: str
    options: Mapping[str, object]
    secret: bytes = field(repr=False)
    start_interaction: int
    seats: tuple[Seat, ...]

    @property
    def rules(self) -> AnyGame:
        return GAMES[self.game]

    @property
    def seed(self) -> bytes:
        """The random seed of the cards."""
        return game_seed(
            self.secret, self.start_interaction, self.game, self.options, len(self.seats), self.rules.version
        )

    def record(self, line: Line) -> TableRecord:
        """The line as a table before its first action: it belongs to no channel, is never rated, and is never stored as
        a table.
        """
        seats = [*self.seats]
        seats[line.seat] = Seat(line.name, line.person)
        return TableRecord(
            ID_OFFSET + line.id, 0, 0, self.game, self.options, len(seats), line.person, self.secret, line.begun_at,
            Phase.PLAYING, tuple(seats), start_interaction=self.start_interaction,
            started_at=line.begun_at, rated=False,
        )  # fmt: skip


def deal_of_day(of_day: DealDay, setup: Setup) -> Deal:
    """The deal of a day; the day's number replaces the id of the interaction that starts a game."""
    seats = [Seat("")]
    for level in setup.levels:
        seats.append(computer(seats, level))
    turned = [seats[(number - setup.seat) % len(seats)] for number in range(len(seats))]
    return Deal(of_day.game, setup.options, of_day.secret, of_day.day, tuple(turned))


def deal_of(game: GameFile, seat: int) -> Deal:
    """The deal of a finished game for that seat: against the same computer players, with further ones in place of
    people.
    """
    seats: list[Seat] = []
    computers = [Seat(player.name, None, player.level) for player in game.players if player.level]
    for number, player in enumerate(game.players):
        if player.level:
            seats.append(Seat(player.name, None, player.level))
        elif number == seat:
            seats.append(Seat(""))
        else:
            seats.append(computer([*computers, *seats], LEVEL))
    return Deal(game.game, game.options, game.secret, game.start_interaction, tuple(seats))
