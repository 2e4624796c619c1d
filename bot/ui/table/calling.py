"""Looking for players: calling people to a new table, and choosing to be called."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from bot.language import _, ngettext
from bot.permissions import can_read
from bot.rules.catalogue import GAMES
from bot.tables.model import guild_settings
from bot.tables.model.durations import DAY
from bot.tables.model.errors import TableError
from bot.tables.model.quiet_hours import may_call
from bot.tables.model.records import Phase
from bot.tables.model.saved import note_saved
from bot.ui.interaction.dispatch import Click, on
from bot.ui.interaction.presence import find_member
from bot.ui.interaction.whereabouts import home_of
from bot.ui.kit.controls import NO_TABLE, Entry, select
from bot.ui.kit.failing import REQUEST_FAILURES
from bot.ui.kit.layout import GREY, page

if TYPE_CHECKING:
    import discord
    from discord.ui import LayoutView

    from bot.tables.model.records import TableRecord
    from bot.tables.table.table import Table
    from bot.ui.interaction.reply import Reply
    from bot.ui.interaction.services import BotServices

log = logging.getLogger(__name__)

MAX_CALLED = 10
"""Maximum number of people mentioned by one call."""
MAX_LOOKED_AT, MAX_ASKED = 100, 30
"""Maximum number of people considered for one call, and of those about whom Discord is asked."""


async def call(reply: Reply, table: Table) -> str:
    """Call people to the lobby; return the sentence about it for the person who opened it."""
    if home_of(reply.interaction) is None:
        return _("I cannot call anybody here: calls are for servers that I am in.")
    if why := _why_nobody(table.record):
        return why
    now = reply.services.clock.now()
    people = await _people_to_call(reply, table.record, now)
    game = GAMES[table.record.game].title
    if not people:
        return _(
            "Nobody who asked to be called for {game} here can be called now; the table is open all the same. /calls "
            "puts you on the list."
        ).format(game=game)
    if why := _why_nobody(table.record):  # others have come while Discord was asked about these
        await reply.services.store.calls.uncount_call(people, now)
        return why
    try:
        await reply.services.announcer.call(table.record, people)
    except REQUEST_FAILURES as error:
        log.info("Could not call anybody to table %d: %s", table.id, error)
        await reply.services.store.calls.uncount_call(people, now)
        return _("My call did not reach the channel; please tell people yourself.")
    called = ngettext("I have called {n} person.", "I have called {n} people.", len(people))
    return called.format(n=len(people))


def _why_nobody(table: TableRecord) -> str:
    """Why nobody can be called to the table; empty if somebody can."""
    if table.phase is not Phase.LOBBY:
        return _("I have called nobody, as nobody can join this table any more.")
    if table.invited is not None:
        return _("I have called nobody, as only people you invite may join this table.")
    return _("I have called nobody, as no seat is free.") if len(table.seats) >= table.places else ""


async def _people_to_call(reply: Reply, table: TableRecord, now: float) -> list[int]:
    """People who asked for it and can come, within their hours and daily limits, least recently called first."""
    bot, found, asked = reply.services, list[int](), 0
    barred = (await guild_settings.load(bot.store.people, table.guild_id)).barred
    for person in await bot.store.calls.people_wishing(table.guild_id, table.game, MAX_LOOKED_AT):
        chosen = await bot.store.people.settings(person)
        known = person == table.host or person in barred
        if known or not may_call(chosen, now):
            continue
        asked += 1
        can_come = await _can_come(reply.interaction.client, bot, table, person)
        if can_come and await bot.store.calls.note_call(person, now, now - DAY, chosen.calls_a_day):
            found.append(person)
        if len(found) == MAX_CALLED or asked == MAX_ASKED:
            break
    return found


async def _can_come(client: discord.Client, bot: BotServices, table: TableRecord, person: int) -> bool:
    """Whether the person sees the table's channel; assumed if Discord fails.

    Deletes the wishes of somebody who has left the server.
    """
    guild = client.get_guild(table.guild_id)
    channel = None if guild is None else guild.get_channel(table.parent_id or table.channel_id)
    if guild is None or channel is None:
        return True
    try:
        member = await find_member(guild, person)
    except REQUEST_FAILURES as error:
        log.info("Discord did not say whether a person is still in server %d: %s", guild.id, error)
        return True
    if member is None:
        await bot.store.calls.set_wishes(guild.id, person, [])
        return False
    return can_read(channel.permissions_for(member), channel)


async def show_wishes(reply: Reply) -> None:
    """Answer with the games for which the caller wants to be called in this server.

    Raises:
        TableError: this is not a server that the bot is in.
    """
    guild_id = home_of(reply.interaction)
    if guild_id is None:
        raise TableError(_("Calls belong to a server; use /calls in a channel of one that I am in."))
    await reply.in_place(_page(await reply.services.store.calls.wishes(guild_id, reply.interaction.user.id)))


@on("calls")
async def choose_games(click: Click) -> None:
    """Save the games, and show them."""
    guild_id = home_of(click.interaction)
    if guild_id is not None:
        games = [game for game in click.values if game in GAMES]
        await click.services.store.calls.set_wishes(guild_id, click.interaction.user.id, games)
        note_saved()
    await show_wishes(click.reply)


def _page(wishes: tuple[str, ...]) -> LayoutView:
    words = _(
        "## Calls to play in this server\nA table opened with call: True mentions the people who asked for its game "
        "here, and nobody else. Choose the games you want to be called for; until then nobody calls you."
    )
    hours = _(
        "-# Choose the hours, and how often a day, in /settings under “Calls”. Nobody calls you in your quiet hours."
    )
    entries = [Entry(key, game.title, chosen=key in wishes) for key, game in GAMES.items()]
    return page([words, select(NO_TABLE, "calls", _("Games"), entries, several=True), hours], GREY)
