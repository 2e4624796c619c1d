"""Showing and changing a server's settings and starting its next season, for people who may manage it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _, decimal, listing
from bot.permissions import missing_for_pictures, of_bot
from bot.tables.model import guild_settings
from bot.tables.model.errors import TableError
from bot.tables.model.moderation import SEASON, SETTING
from bot.tables.model.saved import note_saved
from bot.ui.interaction.dispatch import Click, on
from bot.ui.interaction.moderated import note_act
from bot.ui.interaction.whereabouts import home_of
from bot.ui.kit.controls import NO_TABLE, Style, button
from bot.ui.kit.layout import GREY, page
from bot.ui.kit.timestamps import date_alone
from bot.ui.settings.sections import find, section_page
from bot.ui.settings.server_choices import DAILY, OPENING, RESULTS, SERVER, TURNS
from bot.ui.settings.server_log import log_page, read_log_page, to_log
from bot.ui.wording.closed_places import lacking_to_post, obstacle
from bot.ui.wording.turn_time import clock_name

if TYPE_CHECKING:
    import discord
    from discord.ui import LayoutView

    from bot.records.model import Season
    from bot.settings import Settings
    from bot.ui.interaction.reply import Reply
    from bot.ui.kit.layout import Part
    from bot.ui.kit.types import Interaction


def require_manager(interaction: Interaction) -> int:
    """The server's id, if the caller may manage it; Discord hides the command from others but does not enforce that.

    Raises:
        TableError: they may not, or this is not a server.
    """
    guild_id = home_of(interaction)
    if guild_id is None:
        raise TableError(_("These settings belong to a server; use /server settings in one of its channels."))
    if not interaction.permissions.manage_guild:
        raise TableError(_("Only people who may manage this server can change its settings; ask one of them."))
    return guild_id


async def settings_of(reply: Reply, guild_id: int, note: str = "", section: str = "") -> LayoutView:
    """A section of a server's settings as they are stored now, or what its moderators did."""
    bot = reply.services
    log_number = read_log_page(section)
    if log_number is not None:
        return await log_page(bot.store.moderation, guild_id, log_number)
    chosen = await guild_settings.load(bot.store.people, guild_id)
    more: list[Part] = []
    if section == RESULTS:
        *_before, season = await bot.store.records.seasons(guild_id)
        more = [None, season_line(season), (button(NO_TABLE, "season-ask", _("Start a new season …")), to_log())]
    elif section == TURNS:
        more = [_defaults(bot.settings)]
    elif section == DAILY and not bot.daily.makes_puzzles and await bot.daily.of_day(bot.daily.today) is None:
        more = ["⚠️ " + _("The host of this bot has switched off the puzzle of the day.")]
    elif section == DAILY and chosen.puzzle_channel is not None:
        more = _lacking(reply.interaction.client, guild_id, chosen.puzzle_channel)
    head = _("## Settings of this server")
    if section in ("", OPENING):  # the first section is shown first
        head += "\n-# " + _("They apply to tables that are opened from now on.")
    return section_page("server", f"{head}\n{note}" if note else head, SERVER, section, chosen, more)


def _defaults(settings: Settings) -> str:
    """The clock and the pause that a server has as long as it chooses none."""
    return _("-# This bot's defaults: {clock}; computer players wait {seconds} s.").format(
        clock=clock_name(settings.turn_seconds), seconds=decimal(settings.bot_move_delay)
    )


def _lacking(client: discord.Client, guild_id: int, channel_id: int) -> list[Part]:
    """One sentence about what prevents posting the puzzle of the day, or its pictures; empty if nothing does."""
    guild = client.get_guild(guild_id)
    channel = guild.get_channel_or_thread(channel_id) if guild is not None else None
    if guild is None or channel is None:
        return [_("⚠️ I cannot see the channel for the puzzle; choose another, or let me see it.")]
    kept_out = obstacle(channel)
    if kept_out:
        return [f"⚠️ {kept_out}"]
    lacking = lacking_to_post(channel)
    words = _("⚠️ I cannot post the puzzle in {channel}: give me {permissions} there.")
    if not lacking:
        lacking = missing_for_pictures(of_bot(channel))
        words = _("⚠️ In {channel} the puzzle comes in words: for pictures, give me {permissions} there.")
    if not lacking:
        return []
    permissions = listing([f"**{_(name)}**" for name in lacking])
    return [words.format(channel=f"<#{channel_id}>", permissions=permissions)]


def season_line(season: Season) -> str:
    """The server's current season and when it began."""
    if not season.started_at:
        return _("**Season {number}**").format(number=season.number)
    return _("**Season {number}**, since {day}").format(number=season.number, day=date_alone(season.started_at))


@on("server")
async def change(click: Click) -> None:
    """Save the choice made in a select, and show its section as stored now."""
    guild_id = require_manager(click.interaction)
    found = find(SERVER, click.argument)
    if found is None:
        raise TableError(_("This control belongs to another version of the bot; use /server settings."))
    section, setting = found
    people = click.services.store.people
    before = await guild_settings.load(people, guild_id)
    chosen = await guild_settings.save(people, guild_id, **setting.changes(click.values))
    click.services.tables.move_settings.update(guild_id, chosen)  # before another press is handled
    if chosen != before:
        await note_act(click.reply, SETTING, setting.name)
    if section.name == DAILY:
        click.services.channel_posts.check_now()
    if setting.name == "language":
        await click.services.announcer.changed_settings.language_of_server(guild_id)
    await click.reply.show(await settings_of(click.reply, guild_id, _("✅ Saved."), section.name))


@on("server-section")
async def show_section(click: Click) -> None:
    """Show another section."""
    guild_id = require_manager(click.interaction)
    await click.reply.show(await settings_of(click.reply, guild_id, section=click.argument))


@on("season-ask")
async def ask_for_season(click: Click) -> None:
    """Ask before starting a season, which resets everybody's ratings."""
    guild_id = require_manager(click.interaction)
    *_before, season = await click.services.store.records.seasons(guild_id)
    text = _(
        "## Start season {next}?\nEverybody's ratings in this server start over with the next "
        "game that ends. Season {number} stays as it is: /leaderboard shows it with season: "
        "{number}. This cannot be undone."
    ).format(next=season.number + 1, number=season.number)
    start = _("Start season {number}").format(number=season.number + 1)
    await click.reply.show(
        page(
            [
                text,
                (
                    button(NO_TABLE, "season-start", start, style=Style.danger, decision=season.number),
                    button(NO_TABLE, "season-keep", _("Not now")),
                ),
            ],
            GREY,
        )
    )


@on("season-start")
async def start_season(click: Click) -> None:
    """Start the season in question, only once: the button carries the number of the previous one."""
    guild_id = require_manager(click.interaction)
    records = click.services.store.records
    begun = await records.start_season(guild_id, click.services.clock.now(), after=click.decision)
    if begun is None:
        *_before, season = await records.seasons(guild_id)
        note = _("Season {number} had already begun.").format(number=season.number)
    else:
        note_saved()
        note = _("✅ Season {number} has begun.").format(number=begun.number)
        await note_act(click.reply, SEASON, begun.number)
    await click.reply.show(await settings_of(click.reply, guild_id, note, RESULTS))


@on("season-keep")
async def keep_season(click: Click) -> None:
    await click.reply.show(await settings_of(click.reply, require_manager(click.interaction), section=RESULTS))
