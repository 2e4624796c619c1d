"""Opening a table: permissions, options, and a thread if wanted."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TYPE_CHECKING

import discord

from bot.language import _, ngettext, speaking
from bot.permissions import missing_to_open_thread, missing_to_post
from bot.players.registry import levels
from bot.render.names import label, quoted
from bot.render.options import level_name
from bot.render.words import fitted, quoted_listing
from bot.rules.catalogue import GAMES
from bot.rules.spoken import folded
from bot.tables.acts.closing import in_the_way
from bot.tables.acts.opening import Opening
from bot.tables.acts.people import may_sit_down
from bot.tables.model.errors import TableError, UnknownRulesError
from bot.tables.model.records import NO_GUILD
from bot.ui.interaction.services import person, services_of, settings_here
from bot.ui.interaction.visibility import public_parent
from bot.ui.interaction.whereabouts import home_of, is_outside
from bot.ui.kit.failing import OUTAGES, log_failures
from bot.ui.messages import posting
from bot.ui.messages.own_thread import longest_silence, unarchive_thread
from bot.ui.table.calling import call as call_players
from bot.ui.table.confirming import dealt
from bot.ui.table.may_open import require_may_open
from bot.ui.wording.closed_places import in_words_note, obstacle
from bot.ui.wording.place import audit_reason, channel_link

if TYPE_CHECKING:
    from bot.tables.model.records import TableRecord
    from bot.tables.table.table import Table
    from bot.ui.interaction.reply import Reply
    from bot.ui.kit.types import Interaction

log = logging.getLogger(__name__)


def read_level(game: str, text: str | None) -> str | None:
    """The level named by its key or its name in the current language; None if none is named.

    Raises:
        TableError: there is no such level.
    """
    wanted = folded((text or "").strip())
    if not wanted:
        return None
    known = levels(game)
    for level in known:
        if wanted in (level, folded(level_name(level))):
            return level
    raise TableError(
        _("There is no computer player “{level}”; choose one of: {levels}.").format(
            level=quoted(text or ""), levels=", ".join(map(level_name, known))
        )
    )


async def chosen_clock(interaction: Interaction, seconds: int | None) -> int | None:
    """The requested turn time, or the server's default, or the host's; None means no clock."""
    if seconds is None:
        usual = (await settings_here(interaction)).turn_seconds
        seconds = services_of(interaction).settings.turn_seconds if usual is None else usual
    return seconds or None


async def chosen_rating(interaction: Interaction, rated: bool | None) -> bool:
    """Whether the table is rated: as requested, or by the server's default."""
    return (await settings_here(interaction)).rated if rated is None else rated


def opening_here(interaction: Interaction, game: str) -> Opening:
    """A request to open a table of that game in this channel, with nothing else chosen yet."""
    guild_id, channel_id = interaction.guild_id or NO_GUILD, interaction.channel_id or 0
    return Opening(guild_id, channel_id, person(interaction), game, outside=is_outside(interaction))


async def open_table(reply: Reply, opening: Opening, *, in_thread: bool, call: bool = False) -> None:
    """Open the table here or in a new thread, and say where it is; `call` invites people who asked to be called.

    Raises:
        TableError: it cannot be opened here; the message says why.
    """
    interaction, tables = reply.interaction, reply.services.tables
    await require_may_open(interaction, watch=opening.watch)
    if in_thread:
        table = await _open_in_new_thread(reply, opening)
    else:
        if home_of(interaction) is not None:
            require_permissions(interaction)
            await unarchive_thread(interaction)
        await _check_free(interaction)
        opening = replace(opening, parent_id=public_parent(interaction.channel))
        table = await tables.opener.open(opening, interaction.id)
    called = await call_players(reply, table) if call else ""
    in_words = "" if home_of(interaction) is None else in_words_note(interaction.app_permissions)
    said = (_opened(table.record), called, dealt(table.record), in_words)
    await reply.sentence("\n".join(filter(None, said)))


def _opened(table: TableRecord) -> str:
    """Where the new table is, for whoever opened it."""
    if table.home == NO_GUILD:
        return _("Table {number} is open.").format(number=table.id)
    return _("Table {number} is open: {link}").format(number=table.id, link=channel_link(table))


def require_permissions(interaction: Interaction) -> None:
    """Refuse a channel where the bot could not show the board."""
    channel = interaction.channel
    _require_no_obstacle(channel)
    missing = missing_to_post(interaction.app_permissions, channel)
    if missing:
        raise TableError(
            ngettext(
                "I need the permission {names} in this channel; ask someone who manages the server.",
                "I need the permissions {names} in this channel; ask someone who manages the server.",
                len(missing),
            ).format(names=quoted_listing([_(name) for name in missing]))
        )


def _require_no_obstacle(channel: object) -> None:
    found = obstacle(channel)
    if found:
        raise TableError(found)


async def _check_free(interaction: Interaction) -> None:
    """Refuse a channel that has a live table, with a link to it."""
    try:
        table = await services_of(interaction).tables.in_channel(interaction.channel_id or 0)
    except UnknownRulesError as error:
        raise TableError(_blocked(interaction).format(number=error.table.id)) from error
    if table is None or not table.record.phase.is_live:
        return
    if table.record.home == NO_GUILD:
        may_manage = interaction.permissions.manage_channels
        raise TableError(in_the_way(table.record, interaction.user.id, may_manage=may_manage))
    raise TableError(_taken(interaction, table.record).format(number=table.id, link=channel_link(table.record)))


def _taken(interaction: Interaction, table: TableRecord) -> str:
    """What somebody can do who cannot open a second table in this channel."""
    may_join, may_have_thread = may_sit_down(table, interaction.user.id), _may_have_thread(interaction)
    if may_join and may_have_thread:
        return _(
            "Table {number} is already in this channel ({link}): join it, or open yours in a thread with thread: True."
        )
    if may_join:
        return _("Table {number} is already in this channel ({link}): join it, or open yours in another channel.")
    if may_have_thread:
        return _("Table {number} is already in this channel ({link}): open yours in a thread with thread: True.")
    return _("Table {number} is already in this channel ({link}): open yours in another channel.")


def _blocked(interaction: Interaction) -> str:
    """What somebody can do in a channel whose table cannot be read."""
    if home_of(interaction) is None:
        return _("Table {number} is still open here, but cannot be read: end it with /table end.")
    if _may_have_thread(interaction):
        return _(
            "Table {number} is in this channel, but cannot be read: its host, or whoever manages the channel, can end "
            "it with /table end. Or open yours in a thread with thread: True."
        )
    return _(
        "Table {number} is in this channel, but cannot be read: its host, or whoever manages the channel, can end it "
        "with /table end. Or open yours in another channel."
    )


def _may_have_thread(interaction: Interaction) -> bool:
    try:
        _place_for_thread(interaction)
    except TableError:
        return False
    return True


async def _open_in_new_thread(reply: Reply, opening: Opening) -> Table:
    """Open the table in a new thread, which is only created after all checks that could refuse the table."""
    interaction, tables = reply.interaction, reply.services.tables
    channel = _place_for_thread(interaction)
    tables.opener.check(opening)
    await reply.defer()
    thread = await _new_thread(reply, channel, opening)
    try:
        opening = replace(opening, channel_id=thread.id, thread=True, parent_id=public_parent(thread))
        return await tables.opener.open(opening, interaction.id)
    except Exception as error:
        is_taken = isinstance(error, TableError) and await _has_table(reply, thread)  # of a command at the same moment
        if not is_taken:
            await _remove_thread(thread)
        raise


def _place_for_thread(interaction: Interaction) -> discord.TextChannel:
    """The channel for the thread, where both the person and the bot may create one."""
    channel = interaction.channel
    if not isinstance(channel, discord.TextChannel) or home_of(interaction) is None:
        raise TableError(_("A thread can only be opened in a text channel; try it there, or leave thread: out."))
    if not interaction.permissions.create_public_threads:
        raise TableError(
            _(
                "You need the permission “Create Public Threads” in this channel to open a table in a thread; ask "
                "someone who manages the server, or leave thread: out."
            )
        )
    _require_no_obstacle(channel)
    missing = missing_to_open_thread(interaction.app_permissions)
    if missing:
        raise TableError(
            ngettext(
                "I need the permission {names} here; ask someone who manages the server, or leave thread: out.",
                "I need the permissions {names} here; ask someone who manages the server, or leave thread: out.",
                len(missing),
            ).format(names=quoted_listing([_(name) for name in missing]))
        )
    return channel


async def _new_thread(reply: Reply, channel: discord.TextChannel, opening: Opening) -> discord.Thread:
    """A new thread of the channel, named in the language of its messages.

    Raises:
        TableError: Discord refuses it, for instance because the server has as many open threads as it may have.
    """
    with speaking(await reply.services.languages.of_guild(opening.guild_id)):
        name, reason = fitted(_thread_name(opening), 100), audit_reason(opening.host)
    try:
        return await channel.create_thread(
            name=name,
            type=discord.ChannelType.news_thread if channel.is_news() else discord.ChannelType.public_thread,
            auto_archive_duration=longest_silence(opening.turn_seconds),
            reason=reason,
        )
    except OUTAGES:
        created = await _created_thread(reply, channel, name)
        if created is None:
            raise
        return created
    except discord.HTTPException as error:
        if not posting.is_final(error):
            raise
        log.info("Discord refused a thread for a table (%d).", error.code)
        raise TableError(
            _("Discord lets me open no thread here, perhaps because too many are open; leave thread: out.")
        ) from error


def _thread_name(opening: Opening) -> str:
    title = GAMES[opening.game].title
    if opening.watch:
        return _("{game}: computer players").format(game=title)
    return _("{game} with {name}").format(game=title, name=label(opening.host.name))


async def _created_thread(reply: Reply, channel: discord.TextChannel, name: str) -> discord.Thread | None:
    """The thread that Discord may have created since the command, although its answer was lost: one without a table, as
    another command of that moment may have opened its table in one of this name.
    """
    sought = (channel.id, channel.guild.me.id, name)
    for thread in await channel.guild.active_threads():
        is_it = thread.id > reply.interaction.id and (thread.parent_id, thread.owner_id, thread.name) == sought
        if is_it and not await _has_table(reply, thread):
            return thread
    return None


async def _has_table(reply: Reply, thread: discord.Thread) -> bool:
    return await reply.services.store.tables.in_channel(thread.id) is not None


async def _remove_thread(thread: discord.Thread) -> None:
    """Delete a thread that got no table, or close it if the bot may not delete it."""
    with log_failures(log, "Could not remove a thread without a table"):
        try:
            await thread.delete()
        except discord.Forbidden:
            await thread.edit(archived=True)
