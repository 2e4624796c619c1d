"""What the host of a planned table is told by direct message, because it cannot be said in the channel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _
from bot.permissions import of_bot
from bot.render.names import plain
from bot.ui.kit.timestamps import with_weekday
from bot.ui.wording.closed_places import is_closed, obstacle, permissions_to_give
from bot.ui.wording.games import title_of

if TYPE_CHECKING:
    import discord

    from bot.tables.model.plans import Plan


def cannot_be_said(guild: discord.Guild, plan: Plan) -> bool:
    """Whether the bot knows that it may not write in the plan's channel."""
    channel = guild.get_channel_or_thread(plan.channel_id)
    return channel is not None and is_closed(of_bot(channel), channel)


def no_reminder(guild: discord.Guild, plan: Plan) -> str:
    """Why nobody is reminded of the plan, and what can be done about it."""
    channel = guild.get_channel_or_thread(plan.channel_id)
    words = _(
        "I am not allowed to write in {channel}, so nobody can be reminded of {game}, planned for {when}."
    ).format(channel=f"<#{plan.channel_id}>", game=title_of(plan.game), when=with_weekday(plan.at))
    return f"{words} {obstacle(channel) or permissions_to_give(channel)}"


def not_reminded(guild: discord.Guild, plan: Plan) -> str:
    """The same once the reminder's time is over."""
    return _(
        "I was not allowed to write in {channel} in {server}, so nobody was reminded of {game}, planned for {when}."
    ).format(
        channel=f"<#{plan.channel_id}>", server=plain(guild.name), game=title_of(plan.game), when=with_weekday(plan.at)
    )


def not_opened(guild: discord.Guild, plan: Plan, reason: str) -> str:
    """That the planned table could not open, and why."""
    return _("The table for {game}, planned for {when} in {server}, could not open: {reason}").format(
        game=title_of(plan.game), when=with_weekday(plan.at), server=plain(guild.name), reason=reason
    )


def called_off(guild: discord.Guild, plan: Plan) -> str:
    """That the plan is called off with its channel."""
    return _(
        "The channel for {game}, planned for {when} in {server}, was deleted, so the table is called off; plan it "
        "elsewhere with /table plan."
    ).format(game=title_of(plan.game), when=with_weekday(plan.at), server=plain(guild.name))
