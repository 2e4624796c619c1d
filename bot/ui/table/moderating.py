"""Who moderates a server, and whom its moderators have barred from its tables."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from bot.language import _, ngettext
from bot.render.names import label
from bot.tables.acts.closing import MANAGER_ENDED
from bot.tables.acts.people import without_person
from bot.tables.model import guild_settings
from bot.tables.model.errors import NotAgreedError, NotSeatedError, TableError
from bot.tables.model.guild_settings import HOST, MODERATORS
from bot.tables.model.moderation import BARRED, LIFTED
from bot.tables.model.records import Phase
from bot.tables.model.stores import StoreUnavailableError
from bot.ui.interaction.dispatch import Click, on
from bot.ui.interaction.guests import NOT_WELCOME, is_barred, is_bot
from bot.ui.interaction.moderated import note_act
from bot.ui.interaction.whereabouts import home_of
from bot.ui.kit.controls import NO_TABLE, Entry, select
from bot.ui.kit.layout import GREY, page

if TYPE_CHECKING:
    from bot.tables.model.guild_settings import GuildSettings
    from bot.tables.model.records import TableRecord
    from bot.ui.interaction.reply import Reply
    from bot.ui.interaction.services import BotServices
    from bot.ui.kit.types import Interaction

MAX_LISTED = 25


def _is_moderator(interaction: Interaction) -> bool:
    """Whether the person may manage the server, or may time members out."""
    granted = interaction.permissions
    return granted.manage_guild or granted.moderate_members


def kicks_by_right(interaction: Interaction, table: TableRecord, chosen: GuildSettings) -> bool:
    """Whether the person may remove players as a moderator, by the server's settings.

    Raises:
        TableError: only moderators may, and they are not one.
    """
    moderates = interaction.guild_id == table.guild_id and _is_moderator(interaction)
    if chosen.who_may_kick == MODERATORS and not moderates:
        raise TableError(_("In this server only moderators can remove players; ask one of them."))
    return moderates and chosen.who_may_kick != HOST


def may_kick(interaction: Interaction, table: TableRecord, chosen: GuildSettings) -> bool:
    """Whether the person may remove players: as the host, or as a moderator."""
    try:
        return kicks_by_right(interaction, table, chosen) or table.host == interaction.user.id
    except TableError:
        return False


def require_moderator(interaction: Interaction) -> int:
    """The server's id, if this person moderates it. Raises TableError."""
    guild_id = home_of(interaction)
    if guild_id is None:
        raise TableError(_("This belongs to a server; use it in one of its channels."))
    if not _is_moderator(interaction):
        raise TableError(_("Only this server's moderators can do that; ask one of them."))
    return guild_id


async def require_welcome_here(services: BotServices, guild_id: int, person: int) -> None:
    """Refuse people whom the server's moderators have barred from its tables. Raises TableError."""
    if await is_barred(services, guild_id, person):
        raise TableError(_(NOT_WELCOME))


async def bar(reply: Reply, person: int) -> None:
    """Bar a person from this server's tables; show who is barred already.

    Raises:
        TableError: they may not, that person cannot be barred, or the database failed in the middle; barring them again
            does the rest.
    """
    guild_id, people = require_moderator(reply.interaction), reply.services.store.people
    if is_bot(reply.interaction, person):
        raise TableError(_("Bots play at no table, so there is nothing to bar them from."))
    if person == reply.interaction.user.id:
        raise TableError(_("You cannot bar yourself."))
    async with reply.services.keyed_locks.hold(guild_id):  # another moderator may bar somebody else now
        chosen = await guild_settings.load(people, guild_id)
        barred = chosen.barred
        if person not in barred:
            await guild_settings.save(people, guild_id, barred=(*barred, person))
            await note_act(reply, BARRED, about=person)
    try:  # also again: the store may have failed before
        await _remove_from_tables(reply, guild_id, person)
        await _free_seats_in_plans(reply.services, guild_id, person)
    except StoreUnavailableError as error:
        words = _(
            "<@{person}> is barred, but may still have a seat at a table or in a plan, because the bot cannot use its "
            "database: use /server bar again soon."
        )
        raise TableError(words.format(person=person)) from error
    if person in barred:
        known = _("<@{person}> is barred already; the list below lets them play again.").format(person=person)
        await show_barred(reply, known, person)
        return
    words = (
        _(
            "<@{person}> can no longer open or join tables in this server. Where they are playing now, they may "
            "finish, unless the table's host removes them."
        )
        if chosen.who_may_kick == HOST
        else _(
            "<@{person}> can no longer open or join tables in this server. Where they are playing now, they may "
            "finish; /table kick removes them."
        )
    )
    await reply.sentence(words.format(person=person))


async def _remove_from_tables(reply: Reply, guild_id: int, person: int) -> None:
    """Remove the person from the server's tables whose games have not begun, also from seats kept for them, and end
    the games between computer players that they opened.
    """
    moderator = reply.interaction.user.id
    for table in await reply.services.tables.live_in_guild(guild_id):
        if table.record.host == person and not table.record.people:
            await table.close(MANAGER_ENDED)
            continue
        with suppress(NotAgreedError, NotSeatedError):  # the game has begun, or they are not there
            await table.kick(moderator, person, has_agreed=lambda now: now.phase is Phase.LOBBY, by_right=True)


async def _free_seats_in_plans(services: BotServices, guild_id: int, person: int) -> None:
    """Take the person off the server's plans of others, whose messages then show the free seats: each at once, because
    barring them again after a failure no longer finds those plans.
    """
    plans = services.store.plans
    others = [plan for plan in await plans.of_person(person) if plan.guild_id == guild_id and plan.host.id != person]
    for plan in others:
        await plans.sign_off(plan.id, person)
        await services.planned.show_departure(person, plan)


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
    person = click.number(click.chosen)
    async with click.services.keyed_locks.hold(guild_id):
        barred = (await guild_settings.load(people, guild_id)).barred
        if person in barred:
            await guild_settings.save(people, guild_id, barred=without_person(barred, person))
            await note_act(click.reply, LIFTED, about=person)
    await show_barred(click.reply, _("✅ <@{person}> may play again.").format(person=person))
