"""A table before its game: who sits there. Pure functions from record to record."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.language import _, ngettext
from bot.rules.catalogue import GAMES
from bot.tables.acts import people
from bot.tables.acts.people import require_host, require_room, without_person
from bot.tables.model.errors import NotSeatedError, TableError
from bot.tables.model.records import Person, Phase, Seat, TableRecord

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

COMPUTER_NAMES = {
    "random": ("Ruby", "Rex", "Rosa", "Rudi", "Rita", "Ralf", "Romy"),
    "easy": ("Emmy", "Eddie", "Ella", "Emil", "Edda", "Enzo", "Eva"),
    "classic": ("Carl", "Clara", "Cyrus", "Cora", "Claude", "Celia", "Caspar"),
    "strong": ("Stella", "Sven", "Selma", "Silas", "Sonja", "Simon", "Saskia"),
}
"""The names of computer players by level, so that whoever meets Stella again knows how well she plays."""
MORE_NAMES = ("Blaise", "Daphne", "Fermat", "Grace", "Hedy", "Ivo", "Juno")
"""Names for other levels, and for when a level's own are taken."""


def require_lobby(table: TableRecord, person: int) -> None:
    """Raise TableError unless the table is in its lobby; the message says what this person can do."""
    if table.phase is Phase.PLAYING:
        raise TableError(_("The game has already begun; to change this, open a new table."))
    if table.phase is not Phase.LOBBY:
        raise people.game_over(table, person)


def join(table: TableRecord, person: Person) -> TableRecord:
    """Seat the person; in a running game, give a person who left their old seat back."""
    if table.phase is not Phase.PLAYING:
        require_lobby(table, person.id)
    if table.seat_of(person.id) is not None:
        raise TableError(_("You are already at this table."))
    people.require_welcome(table, person.id)
    if table.phase is Phase.PLAYING:
        return people.return_to_seat(table, person)
    seat, kept = Seat(person.name, person.id), table.seat_kept_for(person.id)
    if kept is not None:
        return table.with_seat(kept, seat)
    require_room(table, person.id)
    return replace(table, seats=(*table.seats, seat), declined=without_person(table.declined, person.id))


def starts_now(table: TableRecord) -> bool:
    """Whether the game starts by itself because every seat is taken."""
    return table.phase is Phase.LOBBY and table.starts_full and len(table.taken) == table.places


def decline_seat(table: TableRecord, person: int) -> TableRecord:
    """Free the seat that is kept for the person."""
    require_lobby(table, person)
    index = table.seat_kept_for(person)
    if index is None and table.seat_of(person) is not None:
        raise TableError(_("You have already joined; “Leave the table” under **More** gives up your seat."))
    if index is None and not people.may_sit_down(table, person):
        raise people.not_playing(table, person)
    if index is None:
        raise NotSeatedError(_("No seat is kept for you at this table; press Join if you would like to play."))
    return replace(vacated(table, index), declined=(*table.declined, person))


def vacated(table: TableRecord, index: int) -> TableRecord:
    """The lobby without that seat."""
    return replace(table, seats=table.seats[:index] + table.seats[index + 1 :])


def add_computer(table: TableRecord, host: int, level: str, levels: Sequence[str]) -> TableRecord:
    """Seat one more computer player: in a free seat, or else in the last one kept for somebody."""
    require_lobby(table, host)
    require_host(table, host)
    require_level(level, levels)
    seat = computer(table.seats, level)
    kept = [index for index, one in enumerate(table.seats) if one.kept]
    if kept and len(table.seats) >= table.places:
        return table.with_seat(kept[-1], seat)
    require_room(table, host)
    return replace(table, seats=(*table.seats, seat))


def require_level(level: str, levels: Sequence[str]) -> None:
    """Raise TableError unless it is one of the game's levels."""
    if level not in levels:
        raise TableError(
            _("There is no computer player “{level}” for this game; choose one of: {levels}.").format(
                level=level, levels=", ".join(levels)
            )
        )


def computer(seats: Sequence[Seat], level: str) -> Seat:
    """A computer player of that level, with a name of the level's that is unused at the table."""
    taken = {seat.name for seat in seats}
    names = (*COMPUTER_NAMES.get(level, ()), *MORE_NAMES)
    return Seat(next(name for name in names if name not in taken), None, level)


def remove_computer(table: TableRecord, host: int) -> TableRecord:
    """Remove the last computer player."""
    require_lobby(table, host)
    require_host(table, host)
    for index in range(len(table.seats) - 1, -1, -1):
        if table.seats[index].person is None:
            return vacated(table, index)
    raise TableError(_("There is no computer player at this table."))


def check_places(game: str, places: int) -> None:
    """Refuse a number of seats that the game does not allow."""
    allowed = GAMES[game].seats
    if places not in allowed:
        low, high = allowed[0], allowed[-1]
        if low == high:
            sentence = ngettext(
                "{game} is played by exactly {low} person; choose that many seats.",
                "{game} is played by exactly {low} people; choose that many seats.",
                low,
            )
        else:
            sentence = ngettext(
                "{game} is played by {low} to {high} person; choose that many seats.",
                "{game} is played by {low} to {high} people; choose that many seats.",
                high,
            )
        raise TableError(sentence.format(game=GAMES[game].title, low=low, high=high))


def rematch_seats(table: TableRecord, host: Person, barred: Collection[int]) -> tuple[Seat, ...]:
    """The same players, rotated by one seat: the host and computer players are seated, the other seats kept for their
    people.

    Drops abandoned seats, unless their player asked for the rematch, and seats of people whose data was deleted, or who
    are barred from the server's tables.
    """
    welcome = [seat for seat in table.seats if seat.name and seat.person not in barred]
    kept = [seat for seat in welcome if not seat.was_left or seat.person == host.id]
    seats = [
        Seat(seat.name, seat.person, kept=seat.person != host.id) if seat.person else Seat(seat.name, None, seat.level)
        for seat in kept
    ]
    return tuple(seats[-1:] + seats[:-1])
