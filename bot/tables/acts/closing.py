"""Ending a table before its game is over: who may do it, and who counts as having left. Pure functions."""

from __future__ import annotations

from bot.language import N_, _
from bot.tables.acts import leaving, people
from bot.tables.acts.beginning import NOT_BEGUN
from bot.tables.model.errors import TableError
from bot.tables.model.records import HOST_ENDED, Phase, TableRecord

UNREADABLE_ENDED = N_("It could not be read any more, so it is not rated.")
MANAGER_ENDED = N_("Somebody who manages the channel ended it.")
NOBODY_PLAYED_ON = N_("Nobody plays by hand any more.")
"""Closing reason that earlier versions stored for games everybody had walked away from."""
NOBODY_RETURNED = N_("Everybody was away, and nobody came back in time.")


def require_may_end(table: TableRecord, person: int, *, may_manage: bool) -> None:
    """Allow only the host and people who manage the channel to end the table."""
    if not table.phase.is_live:
        raise TableError(_("This table has already ended; open a new one with /table new."))
    if not may_manage:
        people.require_host(table, person)


def in_the_way(table: TableRecord, person: int, *, may_manage: bool = False) -> str:
    """Message for opening a second table in direct messages, or where the bot can only answer."""
    if may_manage or table.host == person:
        return _("Table {number} is still open here; end it with /table end before you open another one.").format(
            number=table.id
        )
    if people.may_sit_down(table, person):
        words = _("Table {number} is still open here: join it, or ask <@{host}> to end it.")
    else:
        words = _("Table {number} is still open here: ask <@{host}> to end it before you open another one.")
    return words.format(number=table.id, host=table.host)


def end(table: TableRecord, person: int, level: str, *, may_manage: bool) -> TableRecord:
    """Close the table.

    A person who ends a game they play in counts as having left it, except at its beginning, or if everybody else has
    left. So does everybody who had already walked away.

    `level` is the computer player that takes over the seat when the person is not the host.
    """
    require_may_end(table, person, may_manage=may_manage)
    if table.is_beginning:
        return table.closed(NOT_BEGUN)
    if leaving.has_outstayed_all(table, person):
        return table.closed(leaving.OTHERS_LEFT)
    reason = HOST_ENDED if table.host == person else MANAGER_ENDED
    if table.awaits_return:
        return _left_by_all(table, level).closed(reason)
    if table.host == person:
        return table.closed(reason)
    index = table.seat_of(person)
    if index is not None and table.phase is Phase.PLAYING:
        table = leaving.leave_game(table, index, level)
    return table.closed(reason)


def close_abandoned(table: TableRecord, level: str) -> TableRecord:
    """Close a game nobody came back to: everybody who was away has left it."""
    return _left_by_all(table, level).closed(NOBODY_RETURNED)


def _left_by_all(table: TableRecord, level: str) -> TableRecord:
    for index, seat in enumerate(table.seats):
        if seat.occupant is not None:
            table = leaving.leave_game(table, index, level)
    return table
