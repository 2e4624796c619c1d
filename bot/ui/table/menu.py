"""The private menu behind the board's “More”: one's own seat, the host's powers, the shuffle, settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _
from bot.render.names import label
from bot.tables.model.records import Phase
from bot.ui.kit.controls import Entry, Style, button, person_select, select
from bot.ui.kit.layout import GREY, Part, page
from bot.ui.table.inviting import may_take_over, take_over_buttons
from bot.ui.wording.absence import back_button

if TYPE_CHECKING:
    from collections.abc import Collection

    from discord.ui import LayoutView

    from bot.tables.model.position import Position
    from bot.tables.model.records import TableRecord
    from bot.ui.kit.controls import Button


def menu(position: Position, person: int, note: str = "") -> LayoutView:
    """The menu: what this person may do at the table besides playing."""
    table = position.record
    parts: list[Part] = [
        _("## {game} · table {number}").format(game=position.game.title, number=table.id),
        note,
    ]
    parts.append(
        (
            button(table.id, "status", _("Check the shuffle")),
            button(table.id, "rules", _("Rules")),
            button(table.id, "settings", _("My settings")),
            button(table.id, "help", _("Help")),
        )
    )
    parts.append(_own_seat(table, person))
    parts.append(_playing(position, person))
    if table.phase is not Phase.LOBBY and any(seat.plays_itself for seat in table.seats):
        parts.append((button(table.id, "thoughts", _("What did the computers think?")),))
    if table.host == person and table.phase.is_live:
        others = set(table.people) - {person}
        if others or table.awaited:
            entries = _named(table, others | set(table.awaited))
            parts.append(select(table.id, "kick", _("Remove a player …"), entries))
        if others:
            entries = _named(table, others)
            parts.append(select(table.id, "host", _("Make another player the host …"), entries))
        if table.invited is not None or table.barred:
            parts.append(person_select(table.id, "invite", _("Invite somebody …")))
    return page(parts, GREY)


def _own_seat(table: TableRecord, person: int) -> list[Button]:
    if not table.phase.is_live:
        return []
    buttons = []
    if table.seat_of(person) is not None:
        buttons.append(button(table.id, "quit", _("Leave the table"), style=Style.danger))
    elif table.phase is Phase.PLAYING and any(seat.person == person for seat in table.seats):
        buttons.append(button(table.id, "return", _("Take my seat back"), style=Style.success))
    elif may_take_over(table, person):
        buttons += take_over_buttons(table)[:3]
    if table.host == person:
        buttons.append(button(table.id, "end", _("End the table"), style=Style.danger))
    return buttons


def _playing(position: Position, person: int) -> list[Button]:
    """Buttons during a game: watching, the autopilot, and proposals that everybody must agree to."""
    table = position.record
    if table.phase is not Phase.PLAYING:
        return []
    seat = table.seat_of(person)
    if seat is None:
        return [button(table.id, "watch", _("Watch"))]
    buttons = [button(table.id, "hand", _("My hand"), style=Style.primary)]
    if table.seats[seat].autopilot:
        return [back_button(table), *buttons]
    if position.seat_to_act == seat:
        buttons.append(button(table.id, "hint", _("Hint"), decision=table.decision))
    buttons.append(button(table.id, "ask-undo", _("Take my last action back")))
    if len(table.present) > 1:
        buttons.append(button(table.id, "autopilot", _("Autopilot")))
        buttons.append(button(table.id, "ask-end", _("Ask everyone to end the game")))
    return buttons


def _named(table: TableRecord, people: Collection[int]) -> list[Entry]:
    """These people as choices, in seat order."""
    return [Entry(str(seat.person), label(seat.name)) for seat in table.seats if seat.person in people]
