"""What `/privacy` shows: the stored data of a person as a file, and the question before deleting it."""

from __future__ import annotations

import asyncio
import io
import math
from typing import TYPE_CHECKING

import discord

from bot.language import _
from bot.tables.model.errors import TableError
from bot.tables.model.saved import note_saved
from bot.tables.model.stores import StoreUnavailableError
from bot.tables.runtime.forgetting import forget_person
from bot.ui.interaction.dispatch import Click, on
from bot.ui.interaction.keyed_locks import plans_key
from bot.ui.interaction.whereabouts import home_of
from bot.ui.kit.controls import NO_TABLE, Style, button
from bot.ui.kit.failing import REQUEST_FAILURES
from bot.ui.kit.layout import GREY, RED, page
from bot.ui.kit.loudness import Sent
from bot.ui.kit.mentions import NOBODY
from bot.ui.kit.timestamps import relative
from bot.ui.settings.data_file import data_file

if TYPE_CHECKING:
    from discord.ui import LayoutView

    from bot.ui.interaction.reply import Reply
    from bot.ui.interaction.services import BotServices


async def export(reply: Reply) -> None:
    """Send the caller everything stored about them, by DM or, if DMs are closed, in the answer.

    Raises:
        TableError: their last export was less than an hour ago.
    """
    exports, person = reply.services.export_limit, reply.interaction.user.id
    again = exports.begin(person)
    if again is not None:
        raise TableError(
            _("You can export your data once an hour. The next export is possible {when}.").format(
                when=relative(math.ceil(again))
            )
        )
    try:
        await _export(reply)
    except BaseException:
        exports.failed(person)
        raise


async def _export(reply: Reply) -> None:
    interaction = reply.interaction
    await reply.defer()
    stored = await reply.services.store.people.all_about(interaction.user.id)
    name, data = await asyncio.to_thread(data_file, interaction.user.id, stored)
    note = _("This is everything stored about you.")
    if home_of(interaction) is None:
        await reply.file(note, data, name)
        return
    try:
        file = discord.File(io.BytesIO(data), name)
        await interaction.user.send(note, file=file, allowed_mentions=NOBODY, silent=Sent.FILE.is_silent)
    except REQUEST_FAILURES:
        await reply.file(_("I cannot send you direct messages, so here it is. {note}").format(note=note), data, name)
    else:
        await reply.sentence(_("I have sent you everything stored about you by direct message."))


def question() -> LayoutView:
    """The question before deleting: what would be deleted, and the buttons."""
    text = _(
        "## Delete everything stored about you?\nYour settings, ratings, statistics and "
        "unfinished turns are deleted in every server. In games you played, your name becomes "
        "“Former player”; other players' games and ratings stay as they are. Where you are "
        "playing now, a computer player takes your seat; if no other person plays there, the game ends. Tables "
        "that you planned are cancelled. Where a server's moderators barred you, you stay barred.\n"
        "**This cannot be undone.** /privacy export gives you a copy first."
    )
    return page(
        [
            text,
            (
                button(NO_TABLE, "forget-me", _("Delete everything about me"), style=Style.danger),
                button(NO_TABLE, "keep-me", _("Keep it")),
            ),
        ],
        RED,
    )


@on("forget-me")
async def forget_me(click: Click) -> None:
    """Delete everything stored about the caller.

    Raises:
        TableError: the database failed in the middle; asking again deletes the rest.
    """
    bot, person = click.services, click.interaction.user.id
    await click.reply.defer()
    await bot.store.records.spend_day(person, bot.daily.today)
    async with bot.keyed_locks.hold(plans_key(person)):
        try:
            await bot.tables.uninterrupted(_forget(bot, person), "forget a person")
        except StoreUnavailableError as error:
            raise TableError(
                _(
                    "Not everything is deleted yet, because the bot cannot use its database: use /privacy delete again "
                    "soon."
                )
            ) from error
    note_saved()
    bot.languages.forget(person)
    done = _("Everything stored about you has been deleted. If you play again, I will only know the new games.")
    await click.reply.show(page([done], GREY))


async def _forget(bot: BotServices, person: int) -> None:
    """Delete everything stored about the person.

    Each plan's message is updated at once: if the rest fails, asking again no longer finds the plan.
    """
    for plan in await bot.store.plans.of_person(person):
        if plan.host.id == person:
            await bot.store.plans.remove(plan.id)
        else:
            await bot.store.plans.sign_off(plan.id, person)
        await bot.planned.show_departure(person, plan)
    await forget_person(bot.tables, person)


@on("keep-me")
async def keep_me(click: Click) -> None:
    await click.reply.show(page([_("Nothing was deleted.")], GREY))
