"""Requests for new tables, and the records they begin with."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.language import _, ngettext
from bot.rules.catalogue import GAMES
from bot.rules.game import offered_options, resolve_options
from bot.tables.acts import lobby
from bot.tables.acts.people import may_ask_for_rematch
from bot.tables.acts.turn_clock import check_clock
from bot.tables.model.errors import TableError
from bot.tables.model.records import Deadline, Person, Phase, Seat, TableRecord
from bot.tables.model.seed import SECRET_BYTES

if TYPE_CHECKING:
    from collections.abc import Collection

    from bot.rules.game import AnyGame
    from bot.tables.model.protocols import LevelsOf


@dataclass(frozen=True, slots=True)
class Opening:
    """The options of `/table new` and `/table watch`.

    `places` None means the game's usual number of seats. `computers` are seated at once. With `watch` the opener takes
    no seat, computer players fill all seats, and the game starts at once. `turn_seconds` None means no clock. With
    `start` the game starts at once, with the opener and the computer players. With `invite_only`, only invited people
    may join. `thread`: the channel is the table's own thread. `parent_id` is the channel above a public thread.
    `outside`: the bot is not a member there. `clock_rests`: a correspondence clock stands still in its player's quiet
    hours. `starts_full`: the game starts when somebody takes the last seat. `kept`: seats are reserved for these
    people.
    """

    guild_id: int
    channel_id: int
    host: Person
    game: str
    places: int | None = None
    computers: int = 0
    level: str | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    watch: bool = False
    start: bool = False
    rated: bool = True
    turn_seconds: int | None = None
    invite_only: bool = False
    thread: bool = False
    parent_id: int | None = None
    outside: bool = False
    clock_rests: bool = True
    starts_full: bool = False
    kept: tuple[Person, ...] = ()


def new_record(opening: Opening, levels_of: LevelsOf, default_level: str, now: float, expiry: Deadline) -> TableRecord:
    """A lobby with its host, the requested computer players and a fresh secret; its id is 0 until it is saved.

    Raises:
        TableError: the game does not allow these options.
    """
    game = GAMES.get(opening.game)
    if game is None:
        raise TableError(
            _("There is no game “{game}”; choose one of: {games}.").format(game=opening.game, games=", ".join(GAMES))
        )
    places = _usual_places(opening, game) if opening.places is None else opening.places
    lobby.check_places(opening.game, places)
    if opening.start:
        _require_enough(opening, game)
    check_clock(opening.turn_seconds)
    level = opening.level or default_level
    lobby.require_level(level, levels_of(opening.game))
    try:
        options = resolve_options(game.options, {**offered_options(game.options), **opening.options})
    except ValueError as error:
        raise TableError(str(error)) from error
    return TableRecord(
        0, opening.guild_id, opening.channel_id, opening.game, options, places, opening.host.id,
        secrets.token_bytes(SECRET_BYTES), now,
        seats=(*_first_seats(opening, places, level), *_kept_seats(opening)), rated=opening.rated, deadline=expiry,
        turn_seconds=opening.turn_seconds, invited=(opening.host.id,) if opening.invite_only else None,
        thread=opening.thread, parent_id=opening.parent_id, outside=opening.outside,
        clock_rests=opening.clock_rests, starts_full=opening.starts_full,
    )  # fmt: skip


def rematch_record(
    old: TableRecord, host: Person, now: float, expiry: Deadline, barred: Collection[int]
) -> TableRecord:
    """A lobby in the same channel with the same players, rotated by one seat, and a fresh secret.

    `barred` may not play in this server any more.

    Raises:
        TableError: the old game is still running, or the person did not play in it (unless only computers did).
    """
    if old.phase is Phase.LOBBY:
        raise TableError(_("The game has not begun yet; a rematch comes after its end."))
    if old.phase.is_live:
        raise TableError(_("This game is still running; a rematch comes after its end."))
    if host.id in old.barred:
        raise TableError(_("You were removed from this table; open one of your own with /table new."))
    if not may_ask_for_rematch(old, host.id):
        raise TableError(_("Only those who played here can ask for a rematch; open a new table with /table new."))
    seats = lobby.rematch_seats(old, host, barred)
    return TableRecord(
        0, old.guild_id, old.channel_id, old.game, old.options, old.places, host.id,
        secrets.token_bytes(SECRET_BYTES), now,
        seats=seats, rematch_of=old.id, rated=old.rated, deadline=expiry, turn_seconds=old.turn_seconds,
        invited=_invited_again(old, seats), barred=old.barred, thread=old.thread, parent_id=old.parent_id,
        outside=old.outside, clock_rests=old.clock_rests, starts_full=old.starts_full,
    )  # fmt: skip


def _invited_again(old: TableRecord, seats: tuple[Seat, ...]) -> tuple[int, ...] | None:
    """The people invited to the old table, and everybody who played."""
    if old.invited is None:
        return None
    return tuple(dict.fromkeys([*old.invited, *(seat.person for seat in seats if seat.person is not None)]))


def _usual_places(opening: Opening, game: AnyGame) -> int:
    """The game's usual number of seats, or more to fit the requested computer players."""
    wanted = 1 + opening.computers
    if opening.start and wanted in game.seats:
        return wanted
    return wanted if wanted in game.seats and wanted > game.default_seats else game.default_seats


def _require_enough(opening: Opening, game: AnyGame) -> None:
    """Refuse to start at once with too few players."""
    missing = game.seats[0] - 1 - opening.computers
    if missing > 0:
        raise TableError(
            ngettext(
                "To start at once, {game} needs {number} more computer player: raise bots:, or leave start: out.",
                "To start at once, {game} needs {number} more computer players: raise bots:, or leave start: out.",
                missing,
            ).format(game=game.title, number=missing)
        )


def _kept_seats(opening: Opening) -> list[Seat]:
    return [Seat(person.name, person.id, kept=True) for person in opening.kept]


def _first_seats(opening: Opening, places: int, level: str) -> tuple[Seat, ...]:
    """The host and the requested computer players."""
    seats: list[Seat] = [] if opening.watch else [Seat(opening.host.name, opening.host.id)]
    computers = places if opening.watch else opening.computers
    if len(seats) + computers > places:
        raise TableError(_too_many(opening, places, computers))
    for _number in range(computers):
        seats.append(lobby.computer(seats, level))
    return tuple(seats)


def _too_many(opening: Opening, places: int, computers: int) -> str:
    """Message for more computer players than seats; it advises choosing more seats only if the game has more."""
    most = GAMES[opening.game].seats[-1] - 1
    if computers > most:
        sentence = ngettext(
            "{computers} computer player does not fit: choose at most {most}.",
            "{computers} computer players do not fit: choose at most {most}.",
            computers,
        )
    else:
        sentence = ngettext(
            "{computers} computer player does not fit: choose fewer, or more seats than {places}.",
            "{computers} computer players do not fit: choose fewer, or more seats than {places}.",
            computers,
        )
    return sentence.format(computers=computers, places=places, most=most)
