"""Who may do what at a table: its host, the people it is open to, and those who return to or take over a seat. Pure
functions from record to record.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.language import _, listing, ngettext
from bot.rules.catalogue import GAMES
from bot.tables.acts import beginning
from bot.tables.acts.news import with_news
from bot.tables.model.errors import NotSeatedError, TableError
from bot.tables.model.records import NOBODY, Former, Person, Phase, Seat, TableRecord

if TYPE_CHECKING:
    from collections.abc import Iterable


def require_host(table: TableRecord, person: int) -> None:
    """Raise TableError unless the person is the host."""
    if table.host != person:
        raise TableError(_with_host(table, _("Only the host, <@{host}>, can do that; ask them.")))


def _with_host(table: TableRecord, sentence: str) -> str:
    """The sentence with the table's host filled in, or another if it has none: a host may have deleted their data."""
    if table.host == NOBODY:
        return _("This table has no host any more; open a new one with /table new.")
    return sentence.format(host=table.host)


def require_welcome(table: TableRecord, person: int) -> None:
    """Refuse people who were removed, or who were not invited to an invite-only table."""
    if why := why_unwelcome(table, person):
        raise TableError(why)


def why_unwelcome(table: TableRecord, person: int) -> str:
    """Why the table is not open to the person; empty if it is."""
    if person in table.barred and table.phase.is_live and not has_seat_for(table, person):
        return _("You were removed from this table, and every seat is taken.")
    if person in table.barred:
        return _with_host(table, _("You were removed from this table; ask <@{host}> to invite you again."))
    if not is_welcome(table, person):
        return _with_host(table, _("Only invited people may join this table; ask <@{host}> to invite you."))
    return ""


def is_welcome(table: TableRecord, person: int) -> bool:
    """Whether the table is open to the person: not barred, and invited where only invited people may join."""
    known = person == table.host or table.has_own_seat(person)
    return person not in table.barred and (known or table.invited is None or person in table.invited)


def seat_left_sentence(table: TableRecord) -> str:
    """What becomes of a seat that was left, and the way back: outside, not everybody has commands."""
    if table.outside:
        return _("A computer player has taken your seat. **More** on the board brings you back.")
    return _("A computer player has taken your seat. /table join in the table's channel brings you back.")


def not_playing(table: TableRecord, person: int) -> NotSeatedError:
    """Message for somebody who does not play, or no longer does: they may take the seat back that they left."""
    unwelcome, is_lobby = why_unwelcome(table, person), table.phase is Phase.LOBBY
    if unwelcome and (is_lobby or person in table.barred):
        return NotSeatedError(unwelcome)
    if table.phase is Phase.PLAYING and table.has_own_seat(person):
        return NotSeatedError(seat_left_sentence(table))
    if is_lobby and not has_seat_for(table, person):
        return NotSeatedError(_("You are not at this table, and every seat is taken."))
    if is_lobby:
        return NotSeatedError(_("You are not at this table; **Join** on the board takes you in."))
    return NotSeatedError(_("You are not playing at this table; you are welcome to watch and to join the next game."))


def not_begun() -> TableError:
    """Message for acting before the deal."""
    return TableError(_("The game has not begun yet; the host starts it with **Start** or /table start."))


def may_ask_for_rematch(table: TableRecord, person: int) -> bool:
    """Whether the person may ask for the ended game's rematch: they played or hosted it, or only computers played, and
    they were not removed.
    """
    played = {seat.person for seat in table.seats if seat.person is not None}
    return person not in table.barred and (not played or person in {*played, table.host})


def game_over(table: TableRecord, person: int) -> TableError:
    """Message for acting after the end. A board keeps its button for a rematch for an hour, and one of a table that was
    closed unplayed is deleted; outside, not everybody has commands.
    """
    if table.was_called_off:
        return TableError(_("This table was closed before its game was played. Open another one with /table new."))
    if not may_ask_for_rematch(table, person):
        return TableError(_("This game is over; open a new table with /table new."))
    if table.outside:
        return TableError(_("This game is over; press **Rematch** on the board, or open a new table with /table new."))
    return TableError(_("This game is over; use /table rematch to play again, or open a new table with /table new."))


def require_seat(table: TableRecord, person: int) -> int:
    """The person's seat; refuse those who have none."""
    index = table.seat_of(person)
    if index is None:
        raise not_playing(table, person)
    return index


def require_by_hand(table: TableRecord, person: int) -> None:
    """Refuse a person for whose seat the autopilot plays."""
    index = table.seat_of(person)
    if index is not None and table.seats[index].autopilot:
        raise TableError(_("The autopilot plays for you just now; press “I am back” first."))


# Invitations


def require_place_for_others(table: TableRecord) -> None:
    """Raise TableError if the table is in its host's direct messages."""
    if table.in_own_dm:
        raise TableError(
            _("Nobody else can join in your direct messages with me; open a table in a server or a group DM for that.")
        )


def require_may_invite(table: TableRecord, host: int, person: int) -> None:
    """Raise TableError unless the person may invite people here and the other one is not at the table."""
    if not table.phase.is_live:
        raise TableError(_("This table has ended; invite them to the next one."))
    require_host(table, host)
    require_place_for_others(table)
    require_absent(table, person)


def invite(table: TableRecord, host: int, person: int) -> TableRecord:
    """Let one more person join; also lifts the host's ban."""
    require_may_invite(table, host, person)
    barred = person in table.barred
    if table.invited is None and not barred:
        raise TableError(_("Everybody may join this table; nobody needs an invitation."))
    if table.invited is not None and person in table.invited and not barred:
        raise TableError(_("They are already invited."))
    require_seat_for(table, person)
    return replace(
        table,
        invited=None if table.invited is None else with_person(table.invited, person),
        barred=without_person(table.barred, person),
    )


def require_absent(table: TableRecord, person: int) -> None:
    """Raise TableError if the host invites somebody who sits at the table."""
    if person == table.host:
        raise TableError(_("You are at this table yourself."))
    if table.seat_of(person) is not None:
        raise TableError(_("They are already at table {number}.").format(number=table.id))


def require_seat_for(table: TableRecord, person: int) -> None:
    """Raise TableError if the host invites somebody for whom the table has no seat."""
    if has_seat_for(table, person):
        return
    if table.phase is Phase.LOBBY:
        require_room(table, table.host)
    raise TableError(_("No seat is free at table {number}; invite them to the next game.").format(number=table.id))


def bar(table: TableRecord, person: int) -> TableRecord:
    """Keep a person out until the host invites them."""
    return replace(table, barred=with_person(table.barred, person))


def with_person(people: Iterable[int], person: int) -> tuple[int, ...]:
    """The people with this one at the end, without duplicates."""
    return (*without_person(people, person), person)


def without_person(people: Iterable[int], person: int | None) -> tuple[int, ...]:
    """The people except this one."""
    return tuple(other for other in people if other != person)


# The host


def pass_host(table: TableRecord, host: int, person: int) -> TableRecord:
    """Make another person at the table its host."""
    if not table.phase.is_live:
        raise TableError(_("This table has ended; whoever asks for the rematch hosts it."))
    require_host(table, host)
    if person == host:
        raise TableError(_("You are already the host."))
    if table.seat_of(person) is None:
        raise NotSeatedError(_("Only someone who sits at this table can be its host; they have to join first."))
    return with_host(table, person)


def with_host(table: TableRecord, person: int) -> TableRecord:
    """The table with the person as its host, which everybody at a running game is told."""
    hosted, seat = replace(table, host=person), table.seat_of(person)
    return hosted if seat is None else with_news(hosted, "host_passed", seat)


# A running game


def return_to_seat(table: TableRecord, person: Person) -> TableRecord:
    """Give a person who left a running game their seat back."""
    for index, seat in enumerate(table.seats):
        if seat.person == person.id:
            back = table.with_seat(index, Seat(person.name, person.id, helped=True))
            back = beginning.mark_returned(back, person.id)
            back = replace(back, removed=without_person(back.removed, person.id))
            return with_news(back, "seat_returned", index)
    if person.id in table.replaced:
        raise TableError(_("You left this game, and somebody else has your seat now; join the rematch."))
    if free_seats(table):
        raise TableError(_("A player has left this game; press “Take over seat …” to play it."))
    raise TableError(_("The game has begun; watch this one, and join the rematch."))


def free_seats(table: TableRecord) -> tuple[int, ...]:
    """The seats of a running game that other people may take over."""
    if table.phase is not Phase.PLAYING:
        return ()
    return tuple(index for index, seat in enumerate(table.seats) if seat.was_left)


def has_seat_for(table: TableRecord, person: int) -> bool:
    """Whether a seat is free for the person: in a lobby any, or the one reserved for them; in a game one that somebody
    left.
    """
    if table.phase is Phase.LOBBY:
        return len(table.seats) < table.places or table.seat_kept_for(person) is not None
    return bool(free_seats(table))


def require_room(table: TableRecord, person: int) -> None:
    """Raise TableError unless the lobby has a free seat; the message says what this person can do."""
    if len(table.seats) < table.places:
        return
    if table.awaited:
        kept = ngettext(
            "The last seat is kept for {names}; wait until they have answered.",
            "The last seats are kept for {names}; wait until they have answered.",
            len(table.awaited),
        )
        raise TableError(kept.format(names=listing([f"<@{awaited}>" for awaited in table.awaited])))
    if table.places < GAMES[table.game].seats[-1]:
        if person == table.host:
            raise TableError(_("Every seat is taken; choose more seats with “Table …” on the board."))
        raise TableError(_("Every seat is taken; the host can choose more seats with “Table …” on the board."))
    raise TableError(_("Every seat is taken; wait until someone leaves, or open another table elsewhere."))


def may_sit_down(table: TableRecord, person: int) -> bool:
    """Whether somebody who has no seat at the live table can take one, or take theirs back."""
    is_guest = table.seat_of(person) is None and person not in table.replaced
    return is_guest and is_welcome(table, person) and has_seat_for(table, person)


def may_return(table: TableRecord, person: int) -> bool:
    """Whether the person left the running game and can take their own seat back."""
    return table.has_own_seat(person) and not table.plays(person) and is_welcome(table, person)


def may_take_over(table: TableRecord, person: int) -> bool:
    """Whether the person can take over the seat of somebody who left the running game."""
    is_guest = not table.has_own_seat(person) and person not in table.replaced
    return is_guest and is_welcome(table, person) and bool(free_seats(table))


def take_over(table: TableRecord, person: Person, index: int) -> TableRecord:
    """Take over the seat of a person who left; the newcomer cannot gain rating.

    Raises:
        TableError: the seat is not free, or the person may not take it.
    """
    if table.phase is not Phase.PLAYING:
        raise TableError(_("There is no game running at this table; join the next one."))
    if table.seat_of(person.id) is not None:
        raise TableError(_("You are already playing at this table."))
    require_welcome(table, person.id)
    if person.id in table.replaced:
        raise TableError(_("You left this game, and somebody else has your seat now; join the rematch."))
    if table.has_own_seat(person.id):
        raise TableError(_("You have a seat of your own here; take that one back."))
    if index not in free_seats(table):
        raise TableError(_("That seat is no longer free; somebody has taken it."))
    old = table.seats[index]
    before = Former(old.person or NOBODY, old.name, index, table.decision)
    taken = table.with_seat(index, Seat(person.name, person.id, helped=True))
    drawn = tuple(None if seat == index else card for seat, card in enumerate(table.drawn))
    taken = replace(taken, former=(*table.former, before), clock_left=None, drawn=drawn if any(drawn) else ())
    return with_news(taken, "seat_taken_over", index, name=person.name, before=old.name)
