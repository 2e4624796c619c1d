"""The private menu behind the board's “More”: one's own seat, the host's powers, the shuffle, settings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.language import _
from bot.render.names import label
from bot.tables.acts.people import free_seats, may_return, may_take_over
from bot.tables.model import guild_settings
from bot.tables.model.records import Phase
from bot.ui.board.thoughts import last_thoughts
from bot.ui.help.texts import show_help
from bot.ui.interaction.dispatch import Click, on
from bot.ui.interaction.visibility import may_manage_channel
from bot.ui.kit.controls import Entry, Style, button, person_select, select
from bot.ui.kit.layout import GREY, Part, page
from bot.ui.settings.own_settings import show_settings
from bot.ui.table.inviting import take_over_buttons
from bot.ui.table.moderating import may_kick
from bot.ui.turn.drafting import has_step_to_undo
from bot.ui.wording.absence import back_button
from bot.ui.wording.seats import names

if TYPE_CHECKING:
    from collections.abc import Collection

    from discord.ui import LayoutView

    from bot.tables.model.position import Position
    from bot.tables.model.records import TableRecord
    from bot.ui.interaction.reply import Reply
    from bot.ui.kit.controls import Button


@dataclass(frozen=True, slots=True)
class Rights:
    """What somebody may do at a table that its position alone does not say."""

    takes_back: bool
    takes_over: bool
    removes: bool
    ends: bool


@on("menu")
async def open_menu(click: Click) -> None:
    await click.reply.private(await menu_of(click.reply, (await click.table()).position))


@on("menu-back")
async def back_to_menu(click: Click) -> None:
    """Show the menu in place of a question."""
    await click.reply.in_place(await menu_of(click.reply, (await click.table()).position))


@on("help")
async def help_page(click: Click) -> None:
    await show_help(click.reply)


@on("settings")
async def own_settings(click: Click) -> None:
    await show_settings(click.reply)


async def menu_of(reply: Reply, position: Position, note: str = "") -> LayoutView:
    """The caller's menu at the table."""
    record, person, takes_back = position.record, reply.interaction.user.id, False
    if record.plays(person):
        table = await reply.services.tables.require(record.id)
        takes_back = await has_step_to_undo(table, person) or await table.may_undo(person)
    chosen = await guild_settings.load(reply.services.store.people, record.guild_id)
    rights = Rights(
        takes_back=takes_back,
        takes_over=person not in chosen.barred and may_take_over(record, person),
        removes=may_kick(reply.interaction, record, chosen),
        ends=record.host == person or may_manage_channel(reply.interaction, record),
    )
    return build_menu(position, person, rights, note)


def build_menu(position: Position, person: int, rights: Rights, note: str = "") -> LayoutView:
    """The menu: what this person may do at the table besides playing."""
    table = position.record
    parts: list[Part] = [
        _("## {game} · table {number}").format(game=position.game.title, number=table.id),
        note,
    ]
    parts += [_("**Game**"), _game(position, person), _("**Me**"), _me(table, person, rights)]
    parts.append(_playing(position, person, rights))
    if table.phase.is_live:
        parts += _powers(table, person, rights)
    return page([*parts, _irrevocable(table, person, rights)], GREY)


def _game(position: Position, person: int) -> list[Button]:
    """About the game: its state, what can be done in it, its rules."""
    table = position.record
    buttons = [
        button(table.id, "status", _("Check the shuffle")),
        button(table.id, "now", _("What can I do now?")),
        button(table.id, "rules", _("Rules")),
    ]
    if table.phase is Phase.PLAYING and table.seat_of(person) is None:
        buttons.append(button(table.id, "watch", _("Watch")))
    if last_thoughts(position):
        buttons.append(button(table.id, "thoughts", _("What did the computers think?")))
    return buttons


def _me(table: TableRecord, person: int, rights: Rights) -> list[Button]:
    """About the person: their cards, their settings, and a seat to take."""
    buttons = [button(table.id, "settings", _("My settings")), button(table.id, "help", _("Help"))]
    if table.phase is not Phase.PLAYING:
        return buttons
    if table.seat_of(person) is not None:
        return [button(table.id, "hand", _("My hand"), style=Style.primary), *buttons]
    if may_return(table, person):
        return [*buttons, button(table.id, "return", _("Take my seat back"), style=Style.success)]
    return [*buttons, *(take_over_buttons(table)[:3] if rights.takes_over else [])]


def _playing(position: Position, person: int, rights: Rights) -> list[Button]:
    """For players of a running game: help, the autopilot, and what everybody has to agree to."""
    table = position.record
    seat = table.seat_of(person)
    if table.phase is not Phase.PLAYING or seat is None:
        return []
    if table.seats[seat].autopilot:
        return [back_button(table)]
    buttons = []
    if position.seat_to_act == seat:
        buttons.append(button(table.id, "hint", _("Hint"), decision=table.decision))
    if rights.takes_back:
        buttons.append(button(table.id, "ask-undo", _("Take my last action back")))
    if len(table.present) > 1:
        buttons.append(button(table.id, "autopilot", _("Autopilot")))
        buttons.append(button(table.id, "ask-end", _("Ask everybody to end the game")))
    return buttons


def _powers(table: TableRecord, person: int, rights: Rights) -> list[Part]:
    """The host's or a moderator's powers under their heading; empty if there is nothing to do."""
    others = set(table.people) - {person}
    parts = _hosting(table, others) if table.host == person else []
    if rights.removes and (others or table.awaited):
        entries = _named(table, others | set(table.awaited))
        parts.append(select(table.id, "kick", _("Remove a player …"), entries))
    heading = _("**Host**") if table.host == person else _("**Moderators**")
    return [heading, *parts] if parts else []


def _hosting(table: TableRecord, others: Collection[int]) -> list[Part]:
    parts: list[Part] = []
    if table.phase is Phase.LOBBY and any(seat.person is None for seat in table.seats):
        parts.append([button(table.id, "bot-remove", _("Remove a computer player"))])
    has_seats = table.phase is Phase.LOBBY or free_seats(table)
    if has_seats and (table.invited is not None or table.barred) and not table.in_own_dm:
        parts.append(person_select(table.id, "invite", _("Invite somebody …")))
    if others:
        parts.append(select(table.id, "host", _("Make another player the host …"), _named(table, others)))
    return parts


def _irrevocable(table: TableRecord, person: int, rights: Rights) -> list[Button]:
    """Actions that cannot be undone, shown last."""
    if not table.phase.is_live:
        return []
    buttons = []
    if table.seat_of(person) is not None:
        buttons.append(button(table.id, "quit", _("Leave the table"), style=Style.danger))
    if rights.ends:
        buttons.append(button(table.id, "end", _("End the table"), style=Style.danger))
    return buttons


def _named(table: TableRecord, people: Collection[int]) -> list[Entry]:
    """These people as choices, in seat order."""
    return [
        Entry(str(seat.person), label(name))
        for seat, name in zip(table.seats, names(table), strict=True)
        if seat.person in people
    ]
