"""A table at one moment: its record, its game and the decoded state, read-only."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import TYPE_CHECKING

from bot.rules import codec
from bot.rules.catalogue import GAMES
from bot.rules.game import AnyGame, AnyState, known_options
from bot.tables.model.damage import DAMAGES, report_damage
from bot.tables.model.errors import DamagedStateError, UnknownRulesError
from bot.tables.model.records import Phase, TableRecord

if TYPE_CHECKING:
    from bot.rules.game import AnyView, Outcome


@cache
def _properties(kind: type) -> tuple[str, ...]:
    """The names of everything that views of the class compute."""
    return tuple(name for name in dir(kind) if isinstance(getattr(kind, name), (property, cached_property)))


def _misfit(record: TableRecord) -> str | None:
    """The column that does not fit the other ones of a table with cards; None if all do."""
    if record.phase is not Phase.LOBBY and any(seat.kept for seat in record.seats):
        return "seats.kept"
    return None if len(record.drawn) in (0, len(record.seats)) else "snapshots.drawn"


@dataclass(frozen=True)
class Position:
    """A snapshot for boards, hands, commands and computer players; reading it never waits for a lock.

    It never changes, so costly properties are computed once.
    """

    record: TableRecord
    game: AnyGame
    state: AnyState | None

    @classmethod
    def of(cls, record: TableRecord) -> Position:
        """Decode a stored record; before its deal, without options that its game no longer has.

        Raises:
            UnknownRulesError: it was stored by another version of the bot, with rules this one does not know.
            DamagedStateError: it cannot be read.
        """
        game = GAMES.get(record.game)
        if game is None:
            raise UnknownRulesError(record)
        if record.state is None and record.phase not in (Phase.PLAYING, Phase.OVER):
            return cls(replace(record, options=known_options(game.options, record.options)), game, None)
        try:
            position = cls(record, game, codec.loads(record.state or ""))
            position._require_views()
        except codec.UnknownVersionError as error:
            raise UnknownRulesError(record) from error
        except DAMAGES as error:
            report_damage(_misfit(record) or "snapshots.state", f"of table {record.id}")
            raise DamagedStateError(record) from error
        return position

    def _require_views(self) -> None:
        """Raise one of DAMAGES unless everybody at the table can see everything that a view offers.

        Otherwise it would fail later, for whoever looks at the table or at a list with it.
        """
        seats, acting = len(self.record.seats), self.game.seat_to_act(self.state)
        has_seats = self.view(None).seats == seats and (acting is None or acting in range(seats))
        if not has_seats or _misfit(self.record):
            raise TypeError("The game has other seats than its table.")
        for seat in (None, *range(seats)):
            offered = self.view(seat)
            for name in _properties(type(offered)):
                getattr(offered, name)

    @cached_property
    def seat_to_act(self) -> int | None:
        """The seat whose turn it is; None in the lobby and after the end."""
        if self.state is None or self.record.phase is not Phase.PLAYING:
            return None
        return self.game.seat_to_act(self.state)

    @cached_property
    def person_to_act(self) -> int | None:
        """The person whose turn it is; None if it is a computer player's, the autopilot's or nobody's."""
        seat = self.seat_to_act
        return None if seat is None else self.record.seats[seat].present

    @cached_property
    def outcome(self) -> Outcome | None:
        return None if self.state is None else self.game.outcome(self.state)

    def view(self, seat: int | None) -> AnyView:
        """Everything that the seat, or a spectator (None), may see of the running or ended game."""
        view = self._views.get(seat)
        if view is None:
            if self.state is None:
                raise ValueError("A lobby has no cards to view.")
            view = self._views[seat] = self.game.view(self.state, seat)
        return view

    @cached_property
    def _views(self) -> dict[int | None, AnyView]:
        """Cache of views by seat: the board, a hand, its picture and its controls share one."""
        return {}

    def view_of(self, person: int) -> AnyView:
        """The view of the person's seat, or the spectators' view."""
        return self.view(self.record.seat_of(person))
