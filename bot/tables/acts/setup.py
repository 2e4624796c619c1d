"""The host's choices about a table before its game, applied together. Pure functions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from bot.language import ngettext
from bot.rules.catalogue import GAMES
from bot.rules.game import known_options, resolve_options
from bot.tables.acts.lobby import check_places, computer, require_level, require_lobby
from bot.tables.acts.people import require_host
from bot.tables.acts.turn_clock import CLOCKS, check_clock
from bot.tables.model.errors import TableError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.tables.model.records import Seat, TableRecord


@dataclass(frozen=True, slots=True)
class Setup:
    """The host's choices; None leaves a choice unchanged. `turn_seconds` 0 means no clock."""

    places: int | None = None
    turn_seconds: int | None = None
    level: str | None = None
    rated: bool | None = None
    invite_only: bool | None = None
    options: Mapping[str, object] | None = None

    def changes(self, before: Setup) -> dict[str, Any]:
        """The choices that differ from those before, as JSON values."""
        was, options = asdict(before), before.options or {}
        changed = {name: value for name, value in asdict(self).items() if value not in (None, was[name])}
        if self.options:
            changed["options"] = {name: value for name, value in self.options.items() if value != options.get(name)}
        return changed


def stored_setup(game: str, stored: Mapping[str, Any], levels: Sequence[str]) -> Setup:
    """The remembered choices, as far as the game still allows them."""
    places, seconds, level = stored.get("places"), stored.get("turn_seconds"), stored.get("level")
    return Setup(
        places if places in GAMES[game].seats else None,
        seconds if seconds == 0 or seconds in CLOCKS else None,
        level if level in levels else None,
        stored.get("rated"),
        stored.get("invite_only"),
        known_options(GAMES[game].options, stored.get("options") or {}),
    )


def set_up(table: TableRecord, host: int, wanted: Setup, levels: Sequence[str]) -> TableRecord:
    """Set up the lobby as its host wants it.

    Raises:
        TableError: the caller is not the host, the game has begun, or it does not allow a choice; nothing is changed.
    """
    require_lobby(table, host)
    require_host(table, host)
    after = replace(table, options=_options(table, wanted))
    if wanted.places is not None and wanted.places != table.places:
        after = _with_places(after, wanted.places)
    if wanted.turn_seconds is not None:
        check_clock(wanted.turn_seconds or None)
        after = replace(after, turn_seconds=wanted.turn_seconds or None)
    if wanted.level is not None:
        after = _with_level(after, wanted.level, levels)
    if wanted.rated is not None:
        after = replace(after, rated=wanted.rated)
    if wanted.invite_only is not None and wanted.invite_only != (table.invited is not None):
        after = replace(after, invited=table.people if wanted.invite_only else None)
    return after


def _options(table: TableRecord, wanted: Setup) -> Mapping[str, object]:
    try:
        return resolve_options(GAMES[table.game].options, {**table.options, **(wanted.options or {})})
    except ValueError as error:
        raise TableError(str(error)) from error


def _with_places(table: TableRecord, places: int) -> TableRecord:
    """Change the number of seats; reserved seats are closed first."""
    check_places(table.game, places)
    if places < len(table.taken):
        raise TableError(
            ngettext(
                "{players} player sits here: choose at least as many seats, or wait until someone leaves.",
                "{players} players sit here: choose at least as many seats, or wait until someone leaves.",
                len(table.taken),
            ).format(players=len(table.taken))
        )
    seats = list(table.seats)
    for index in reversed([index for index, seat in enumerate(seats) if seat.kept]):
        if len(seats) > places:
            del seats[index]
    return replace(table, places=places, seats=tuple(seats))


def _with_level(table: TableRecord, level: str, levels: Sequence[str]) -> TableRecord:
    """Replace computer players that have a different level."""
    require_level(level, levels)
    seats: list[Seat] = [seat for seat in table.seats if seat.person is not None or seat.level == level]
    for index, seat in enumerate(table.seats):
        if seat.person is None and seat.level != level:
            seats.insert(index, computer(seats, level))
    return replace(table, seats=tuple(seats))
