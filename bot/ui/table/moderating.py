"""Moderators' actions: voiding a result, and barring people from the server's tables."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from discord.utils import utcnow

from bot.language import N_, _, ngettext, speaking
from bot.render.names import label, quoted
from bot.tables.model import guild_settings
from bot.tables.model.errors import TableError
from bot.ui.board.ending import standings
from bot.ui.interaction.dispatch import Click, on
from bot.ui.interaction.guests import is_bot
from bot.ui.interaction.reply import UnansweredError
from bot.ui.interaction.table_lookup import table_number
from bot.ui.interaction.whereabouts import home_of
from bot.ui.kit.controls import NO_TABLE, Entry, Style, button, select
from bot.ui.kit.failing import REQUEST_FAILURES
from bot.ui.kit.layout import GOLD, GREY, page
from bot.ui.kit.loudness import Sent
from bot.ui.kit.mentions import NOBODY, written
from bot.ui.messages import posting
from bot.ui.wording.rating_lines import rated_of

if TYPE_CHECKING:
    from discord.ui import LayoutView

    from bot.tables.table.table import Table
    from bot.ui.interaction.reply import Reply
    from bot.ui.interaction.services import BotServices
    from bot.ui.kit.types import Interaction

log = logging.getLogger(__name__)

MAX_LISTED = 25
NOT_WELCOME = N_("This server's moderators do not let you play at its tables; ask one of them about it.")


def is_moderator(interaction: Interaction) -> bool:
    """Whether the person may manage the server, or may time members out."""
    granted = interaction.permissions
    return granted.manage_guild or granted.moderate_members


def require_moderator(interaction: Interaction) -> int:
    """The server's id, if this person moderates it. Raises TableError."""
    guild_id = home_of(interaction)
    if guild_id is None:
        raise TableError(_("This belongs to a server; use it in one of its channels."))
    if not is_moderator(interaction):
        raise TableError(_("Only this server's moderators can do that; ask one of them."))
    return guild_id


# Voiding a result


async def void_named(reply: Reply, named: str) -> None:
    """`void` for the table whose number was typed."""
    require_moderator(reply.interaction)
    number = table_number(named)
    if number is None:
        raise _no_table(quoted(named))
    await void(reply, number)


async def void(reply: Reply, number: int, *, confirmed: bool = False) -> None:
    """Void the result of one of this server's games, after a confirmation, and announce it.

    Raises:
        TableError: they may not, or there is no such result.
    """
    guild_id, services = require_moderator(reply.interaction), reply.services
    table = await services.tables.get(number)
    if table is None or table.record.home != guild_id:
        raise _no_table(number)
    if table.record.phase.is_live:
        raise TableError(_("The game at table {number} is not over yet; end it with /table end.").format(number=number))
    rated = await rated_of(services.store.records, table.position)
    if rated is None:
        raise TableError(_("The game at table {number} has no result.").format(number=number))
    if not rated.voided and not confirmed:
        await reply.in_place(_void_question(table))
        return
    if rated.voided or not await services.store.records.void(guild_id, number, utcnow().timestamp()):
        raise TableError(_("The result of table {number} has been voided already.").format(number=number))
    services.announcer.refresh(table.position)
    await _say_voided(reply, table)


def _no_table(named: int | str) -> TableError:
    return TableError(_("There is no table {number} in this server; /history shows the numbers.").format(number=named))


def _void_question(table: Table) -> LayoutView:
    title = _("## Void the result of table {number}?").format(number=table.id)
    what = _(
        "It then counts for nothing: ratings are recomputed without it. This cannot be undone, and the game's channel "
        "is told."
    )
    parts = [title, f"{table.position.game.title}\n{standings(table.position)}", what]
    return page([*parts, (button(table.id, "void-yes", _("Void the result"), style=Style.danger),)], GOLD)


async def _say_voided(reply: Reply, table: Table) -> None:
    """Announce it where the game was played, and answer the moderator in place of the question."""
    is_here = reply.interaction.channel_id == table.record.channel_id
    with speaking(await reply.services.languages.of_guild(table.record.guild_id)):
        public = _(
            "{moderator} voided the result of table {number} ({game}): it counts for nothing, and ratings are as if it "
            "had not been played."
        )
        told = public.format(
            moderator=f"<@{reply.interaction.user.id}>", number=table.id, game=table.position.game.title
        )
    words = _("The result of table {number} is void.").format(number=table.id)
    if not is_here and not await _announced(reply, table, told):
        words += " " + _("I could not say so in the game's channel; please tell the players yourself.")
    try:
        await reply.show(page([words], GREY))
        if is_here:
            await reply.publicly(told)
    except UnansweredError:
        if is_here:
            await _announced(reply, table, told)
        raise


async def _announced(reply: Reply, table: Table, words: str) -> bool:
    """Write to the game's channel; False if that cannot be done."""
    try:
        channel = posting.channel(reply.interaction.client, table.record.channel_id)
        await channel.send(written(words), allowed_mentions=NOBODY, silent=Sent.ANSWER.is_silent)
    except REQUEST_FAILURES as error:
        log.info("Could not announce that the result of table %d is void: %s", table.id, error)
        return False
    return True


@on("void-yes")
async def confirm_void(click: Click) -> None:
    await void(click.reply, click.table_id, confirmed=True)


# Barring people


async def require_welcome_here(services: BotServices, guild_id: int, person: int) -> None:
    """Refuse people whom the server's moderators have barred from its tables. Raises TableError."""
    chosen = await guild_settings.load(services.store.people, guild_id)
    if person in chosen.barred:
        raise TableError(_(NOT_WELCOME))


async def require_guest_welcome(services: BotServices, guild_id: int, guest: int) -> None:
    """Refuse to invite people whom the server's moderators have barred from its tables. Raises TableError."""
    if guest in (await guild_settings.load(services.store.people, guild_id)).barred:
        raise TableError(
            _("This server's moderators do not let <@{person}> play at its tables; ask one of them about it.").format(
                person=guest
            )
        )


async def bar(reply: Reply, person: int) -> None:
    """Bar a person from this server's tables; show who is barred already.

    Raises:
        TableError: they may not, or that person cannot be barred.
    """
    guild_id, people = require_moderator(reply.interaction), reply.services.store.people
    if is_bot(reply.interaction, person):
        raise TableError(_("Bots play at no table, so there is nothing to bar them from."))
    if person == reply.interaction.user.id:
        raise TableError(_("You cannot bar yourself."))
    async with reply.services.keyed_locks.hold(guild_id):  # another moderator may bar somebody else now
        barred = (await guild_settings.load(people, guild_id)).barred
        if person not in barred:
            await guild_settings.save(people, guild_id, barred=(*barred, person))
    await _free_seats_in_plans(reply.services, guild_id, person)  # also again: the store may have failed before
    if person in barred:
        known = _("<@{person}> is barred already; the list below lets them play again.").format(person=person)
        await show_barred(reply, known, person)
        return
    await reply.sentence(
        _(
            "<@{person}> can no longer open or join tables in this server. Where they are playing now, they may "
            "finish; /table kick removes them."
        ).format(person=person)
    )


async def _free_seats_in_plans(services: BotServices, guild_id: int, person: int) -> None:
    """Take the person off the server's plans of others, whose messages then show the free seats."""
    plans = services.store.plans
    others = [plan for plan in await plans.of_person(person) if plan.guild_id == guild_id and plan.host.id != person]
    for plan in others:
        await plans.sign_off(plan.id, person)
    await services.planned.show_departure(person, others)


async def show_barred(reply: Reply, note: str = "", first: int | None = None) -> None:
    """Show who is barred, the newest or this person first, with a select to lift a bar. Raises TableError."""
    guild_id, interaction = require_moderator(reply.interaction), reply.interaction
    barred = (await guild_settings.load(reply.services.store.people, guild_id)).barred
    if not barred:
        words = _("Nobody is barred from this server's tables; /server bar with a user bars somebody.")
        await reply.in_place(page([note, words], GREY))
        return
    newest = barred[::-1]
    listed = sorted(newest, key=lambda person: person != first)[:MAX_LISTED]
    names = "\n".join(f"{number}. <@{person}>" for number, person in enumerate(listed, 1))
    more = len(barred) - len(listed)
    count = ngettext("and {n} more", "and {n} more", more).format(n=more) if more else ""
    entries = [Entry(str(person), f"{number}. {_name(interaction, person)}") for number, person in enumerate(listed, 1)]
    lift = select(NO_TABLE, "bar-lift", _("Let somebody play again …"), entries)
    await reply.in_place(page([_("## Barred from tables"), note, f"{names}\n{count}".strip(), lift], GREY))


def _name(interaction: Interaction, person: int) -> str:
    """The person's name for a select, where Discord resolves no mentions; their id if the bot knows no name."""
    member = interaction.guild.get_member(person) if interaction.guild else None
    return label(member.display_name) if member else str(person)


@on("bar-lift")
async def lift(click: Click) -> None:
    guild_id, people = require_moderator(click.interaction), click.services.store.people
    person = int(click.values[0])
    async with click.services.keyed_locks.hold(guild_id):
        barred = (await guild_settings.load(people, guild_id)).barred
        await guild_settings.save(people, guild_id, barred=tuple(other for other in barred if other != person))
    await show_barred(click.reply, _("✅ <@{person}> may play again.").format(person=person))
