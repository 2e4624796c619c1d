"""The host's actions on people, by button and command alike: passing on the table, inviting and removing.

The effect of a removal on the game's rating is stated before and afterwards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _, ngettext
from bot.render.names import plain
from bot.tables.acts.leaving import require_may_kick
from bot.tables.acts.people import is_welcome, require_may_invite, require_seat_for
from bot.tables.acts.proposals import may_stay_rated, still_asked
from bot.tables.model import guild_settings
from bot.tables.model.errors import NotAgreedError, TableError
from bot.tables.model.moderation import REMOVED
from bot.tables.model.records import Phase
from bot.ui.interaction.advice import how_to_play
from bot.ui.interaction.dispatch import Click, on
from bot.ui.interaction.guests import require_guest
from bot.ui.interaction.moderated import note_act
from bot.ui.kit.controls import Style, button
from bot.ui.kit.layout import GOLD, page
from bot.ui.table.confirming import confirm_in_menu
from bot.ui.table.inviting import notify_invited
from bot.ui.table.moderating import kicks_by_right
from bot.ui.wording.seats import names

if TYPE_CHECKING:
    from discord.ui import LayoutView

    from bot.tables.model.records import TableRecord
    from bot.tables.table.table import Table
    from bot.ui.interaction.reply import Reply


async def pass_host(reply: Reply, table: Table, person: int) -> None:
    """Make another player the host.

    Raises:
        TableError: the caller is not the host, or that person has no seat here.
    """
    position = await table.pass_host(reply.interaction.user.id, person, reply.interaction.id)
    await confirm_in_menu(reply, position, _("<@{host}> is the host now.").format(host=person))


async def invite(reply: Reply, table: Table, guest: int) -> None:
    """Invite a person and notify them; if they are welcome without that, only notify them.

    Raises:
        TableError: the caller is not the host, or that person cannot be invited.
    """
    interaction = reply.interaction
    await require_guest(interaction, table.record, guest)
    host, position = interaction.user.id, table.position
    if is_welcome(position.record, guest):
        require_may_invite(position.record, host, guest)
        require_seat_for(position.record, guest)
    else:
        position = await table.invite(host, guest, interaction.id)
    await confirm_in_menu(reply, position, await notify_invited(reply, position.record, guest))


async def invite_by_name(reply: Reply, guest: int) -> None:
    """`invite` from the menu on a person's name, to the table that the caller hosts.

    Raises:
        TableError: the caller hosts no table or several, or that person cannot be invited.
    """
    await invite(reply, await _hosted(reply), guest)


async def _hosted(reply: Reply) -> Table:
    """The caller's table in this channel, or the only one that they host."""
    interaction, tables = reply.interaction, reply.services.tables
    here = await tables.in_channel(interaction.channel_id or 0)
    person = interaction.user.id
    if here is not None and here.record.phase.is_live and here.record.host == person:
        return here
    hosted = [table for table in await tables.of_person(person) if table.record.host == person]
    if not hosted:
        raise TableError(
            _("You host no table now; {advice}, then invite people to it.").format(
                advice=await how_to_play(interaction)
            )
        )
    if len(hosted) > 1:
        raise TableError(_("You host several tables; use this in the channel of the one you mean."))
    return hosted[0]


async def kick(reply: Reply, table: Table, person: int, *, confirmed: bool = False) -> None:
    """Remove the person; in a running rated game, ask first, unless they have `confirmed` it.

    Raises:
        TableError: the caller is not the host, or that person is not at the table.
    """
    kicker, before = reply.interaction.user.id, table.record
    chosen = await guild_settings.load(reply.services.store.people, before.guild_id)
    by_right = kicks_by_right(reply.interaction, before, chosen)

    def has_agreed(record: TableRecord) -> bool:
        return confirmed or not (record.phase is Phase.PLAYING and record.counts)

    try:
        position = await table.kick(kicker, person, reply.interaction.id, has_agreed, by_right=by_right)
    except NotAgreedError:
        seat = require_may_kick(table.record, kicker, person, by_right=by_right)
        await reply.in_place(_question(table.record, seat, kicker))
        return
    if kicker != before.host:
        await note_act(reply, REMOVED, table.id, about=person)
    await confirm_in_menu(reply, position, _taken_out(before, position.record, person))


def _question(table: TableRecord, seat: int, kicker: int) -> LayoutView:
    """Ask the host or moderator to confirm the removal from a rated game."""
    person, name = table.seats[seat].occupant, plain(names(table)[seat])
    left = set(table.people) - {person}
    what = (
        _(
            "## Remove {name} from the table?\nA computer player takes the seat, and {name} can "
            "come back only if you invite them."
        )
        if kicker == table.host
        else _(
            "## Remove {name} from the table?\nA computer player takes the seat, and {name} can "
            "come back only if the host invites them."
        )
    )
    cost = (
        _("The game will then no longer be rated, unless everybody else still playing agrees to keep it rated.")
        if may_stay_rated(left, kicker)
        else _("The game will then no longer be rated.")
    )
    buttons = (
        button(table.id, "kick-yes", _("Remove"), style=Style.danger, argument=str(person)),
        button(table.id, "menu-back", _("Cancel")),
    )
    return page([what.format(name=name), cost, buttons], GOLD)


def _taken_out(before: TableRecord, after: TableRecord, person: int) -> str:
    """The confirmation, with what the removal means for the rating."""
    said = _("<@{person}> has been removed.").format(person=person)
    if after.counts or not before.counts:
        return said
    if after.proposal is not None:
        return f"{said} " + ngettext(
            "The game is no longer rated; the other player is asked whether to keep it rated.",
            "The game is no longer rated; the others are asked whether to keep it rated.",
            len(still_asked(after, after.proposal)),
        )
    return f"{said} " + _("The game is no longer rated.")


@on("host")
async def choose_host(click: Click) -> None:
    await pass_host(click.reply, await click.table(), click.number(click.chosen))


@on("invite")
async def choose_guest(click: Click) -> None:
    await invite(click.reply, await click.table(), click.number(click.chosen))


@on("kick")
async def ask_to_kick(click: Click) -> None:
    await kick(click.reply, await click.table(), click.number(click.chosen))


@on("kick-yes")
async def confirm_kick(click: Click) -> None:
    await kick(click.reply, await click.table(), click.number(click.argument), confirmed=True)
