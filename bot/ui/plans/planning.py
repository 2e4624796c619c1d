"""`/table plan`: planning a table in a channel."""

from __future__ import annotations

import logging
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

import discord

from bot.language import N_, _, listing, ngettext, speaking
from bot.rules.catalogue import GAMES
from bot.tables.model.durations import DAY
from bot.tables.model.errors import TableError
from bot.tables.model.plans import Plan, PlanCount, TooManyPlansError
from bot.tables.model.quiet_hours import quiet_until
from bot.tables.model.saved import note_saved
from bot.ui.interaction.keyed_locks import plans_key
from bot.ui.interaction.services import person
from bot.ui.interaction.visibility import public_parent
from bot.ui.interaction.whereabouts import home_of
from bot.ui.kit.failing import REQUEST_FAILURES, log_failures
from bot.ui.kit.loudness import Sent
from bot.ui.kit.mentions import NOBODY
from bot.ui.kit.timestamps import with_weekday
from bot.ui.messages import posting
from bot.ui.messages.sending import make_nonce, safe_send
from bot.ui.plans.plan_event import create_event, remove_event
from bot.ui.plans.plan_page import AHEAD, is_reminded, link_of, plan_page
from bot.ui.table.may_open import require_may_open
from bot.ui.table.opening import require_permissions
from bot.ui.wording.place import audit_reason
from bot.ui.wording.times import read_later, utc_note

if TYPE_CHECKING:
    from discord.ui import LayoutView

    from bot.tables.acts.opening import Opening
    from bot.tables.model.person_settings import PersonSettings
    from bot.tables.model.plans import PlanStore
    from bot.ui.interaction.languages import Languages
    from bot.ui.interaction.reply import Reply

log = logging.getLogger(__name__)

OVER = N_("This plan is over; plan another one with /table plan.")
MAX_DAYS = 30
MAX_PLANS = PlanCount(in_server=20, of_person=3)


async def plan(reply: Reply, opening: Opening, when: str) -> None:
    """Post the plan in this channel.

    Raises:
        TableError: the time cannot be understood, has passed or is too far away, there are too many plans, or the table
        could not be opened here.
    """
    interaction, bot = reply.interaction, reply.services
    await require_may_open(interaction)
    guild_id = home_of(interaction)
    if guild_id is None:
        raise TableError(_("A table can be planned in a server that I am in; here, open one with /table new."))
    require_permissions(interaction)
    bot.tables.opener.check(opening)
    chosen = await bot.store.people.settings(interaction.user.id)
    now = bot.clock.now()
    at = read_later(when, chosen.zone, now)
    _check_time(at - now)
    await reply.defer()
    async with bot.keyed_locks.hold(plans_key(interaction.user.id)):
        planned = await _add(reply, opening, guild_id, at)
        link, is_refused = await _post(reply, planned)
    bot.planned.check_now()
    words = [_("Planned for {when}: {link}").format(when=with_weekday(at), link=link)]
    if is_refused:
        words.append(_("Discord refused an event for it, so the server's list of events does not have it."))
    await reply.sentence("\n".join([*words, *utc_note(when, chosen.zone, now), *quiet_hours_note(chosen, planned)]))


async def _add(reply: Reply, opening: Opening, guild_id: int, at: float) -> Plan:
    """Save the plan. Raises TableError if a limit on plans is reached."""
    interaction = reply.interaction
    wanted = Plan(
        0, guild_id, interaction.channel_id or 0, person(interaction), opening.game, at, interaction.id,
        public_parent(interaction.channel), opening.places, opening.turn_seconds, opening.rated,
        dict(opening.options),
    )  # fmt: skip
    try:
        planned = await reply.services.store.plans.add(wanted, MAX_PLANS)
    except TooManyPlansError as error:
        raise TableError(await _too_many(reply, error.count)) from error
    note_saved()
    return planned


def quiet_hours_note(chosen: PersonSettings, planned: Plan) -> list[str]:
    """A note for somebody whom the reminder will not notify because of their quiet hours; none once it was posted."""
    if planned.reminded or not is_reminded(planned) or quiet_until(chosen, planned.at - AHEAD) is None:
        return []
    return [_("The reminder comes in your quiet hours, or while you are away: it will name you, but make no sound.")]


def _check_time(ahead: float) -> None:
    if ahead > MAX_DAYS * DAY:
        raise TableError(
            ngettext(
                "A table can be planned {days} day ahead at most; choose an earlier time.",
                "A table can be planned {days} days ahead at most; choose an earlier time.",
                MAX_DAYS,
            ).format(days=MAX_DAYS)
        )


async def _too_many(reply: Reply, count: PlanCount) -> str:
    """Message for reaching a limit on plans: the person's, or else the server's."""
    if count.of_person < MAX_PLANS.of_person:
        return ngettext(
            "{n} table is planned in this server already; sign up for that one.",
            "{n} tables are planned in this server already; sign up for one of those.",
            count.in_server,
        ).format(n=count.in_server)
    person = reply.interaction.user.id
    links = [link_of(one) for one in await reply.services.store.plans.of_person(person) if one.host.id == person]
    return ngettext(
        "You have planned {n} table already: {links}. Cancel one before you plan another; where its message "
        "is gone, /table board posts it again.",
        "You have planned {n} tables already: {links}. Cancel one before you plan another; where its message "
        "is gone, /table board posts it again.",
        count.of_person,
    ).format(n=count.of_person, links=listing(links))


async def _post(reply: Reply, planned: Plan) -> tuple[str, bool]:
    """Post the plan's message and, where the bot may, Discord's event; the message's link, and whether the event was
    refused.
    """
    client, plans, languages = reply.interaction.client, reply.services.store.plans, reply.services.languages
    try:
        message = await post_plan(client, plans, languages, planned)
    except REQUEST_FAILURES:
        await plans.remove(planned.id)
        raise
    if message is None:
        raise TableError(_(OVER))
    is_refused = not await add_event(client, plans, languages, planned, message.id)
    return link_of(planned, message.id), is_refused


async def add_event(
    client: discord.Client, plans: PlanStore, languages: Languages, planned: Plan, message_id: int
) -> bool:
    """Create Discord's event, where the bot may, that leads to the plan's message, and record it; False if Discord
    refuses it.
    """
    guild, link = client.get_guild(planned.guild_id), link_of(planned, message_id)
    try:
        with speaking(await languages.of_guild(planned.guild_id)):
            name, reason = GAMES[planned.game].title, audit_reason(planned.host)
        event = await create_event(guild, planned, name, link, reason)
    except REQUEST_FAILURES as error:
        log.info("Could not create the event of a planned table: %s", error)
        return False
    if event is not None and not await plans.note_posted(planned.id, message_id, event):  # it is over already
        with log_failures(log, "Could not delete the event of a planned table"):
            await remove_event(guild, replace(planned, event_id=event))
    return True


async def post_plan(
    client: discord.Client, plans: PlanStore, languages: Languages, planned: Plan
) -> discord.Message | None:
    """Post the plan's message and record it. If the plan is over by then, delete the message and return None.

    Raises one of REQUEST_FAILURES.
    """
    with speaking(await languages.of_guild(planned.guild_id)):
        view = plan_page(planned)
    channel = posting.channel(client, planned.channel_id)
    name = make_nonce(planned.id, 0, "plan", f"{planned.interaction} {planned.message_id}")
    message = await safe_send(channel, view=view, allowed_mentions=NOBODY, silent=Sent.BOARD.is_silent, nonce=name)
    if await plans.note_posted(planned.id, message.id, None):
        return message
    with suppress(*REQUEST_FAILURES):  # its buttons say that the plan is over
        await message.delete()
    return None


async def update_message(client: discord.Client, channel_id: int, message_id: int, view: LayoutView) -> bool:
    """Show this in a plan's message; False if it was deleted. Whatever else Discord refuses is only logged, as in a
    locked thread.

    Raises one of REQUEST_FAILURES.
    """
    try:
        await posting.partial_message(client, channel_id, message_id).edit(view=view, allowed_mentions=NOBODY)
    except discord.HTTPException as error:
        if not posting.is_final(error):
            raise
        log.info("Could not update the message of a planned table (%d).", error.code)
        return not isinstance(error, discord.NotFound)
    return True
