"""Reports to the host about one of the bot's messages: the form, and handling its answer."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import discord

from bot.language import _, ngettext
from bot.render.names import plain, visible
from bot.render.words import fitted
from bot.tables.model.errors import TableError
from bot.tables.model.records import NO_GUILD
from bot.tables.model.reports import MAX_A_DAY, MAX_WORDS, Report
from bot.ui.interaction.dispatch import Click, on
from bot.ui.interaction.table_lookup import require_own_message
from bot.ui.kit.controls import table_in
from bot.ui.kit.failing import log_failures
from bot.ui.kit.forms import Lines, form
from bot.ui.kit.loudness import Sent
from bot.ui.kit.mentions import MAX_CONTENT, NOBODY, discord_link, written

if TYPE_CHECKING:
    from bot.ui.interaction.reply import Reply
    from bot.ui.kit.types import Interaction

log = logging.getLogger(__name__)


async def ask_for_report(reply: Reply, message: discord.Message) -> None:
    """Open the form for a report about the message.

    Raises:
        TableError: the message is not the bot's.
    """
    require_own_message(reply.interaction, message)
    lines = Lines(
        "words", _("What is wrong?"), _("It goes to whoever hosts this bot, with a link to the message."), MAX_WORDS
    )
    about = f"{message.channel.id}-{message.id}"
    await reply.form(form(table_in(message.components) or 0, "report", _("Report a problem"), [lines], about))


@on("report")
async def report(click: Click) -> None:
    """Save the report, and tell the host if they want that."""
    interaction = click.interaction
    channel_id, _dash, message_id = click.argument.partition("-")
    made = Report(
        interaction.user.id,
        click.services.clock.now(),
        interaction.guild_id or NO_GUILD,
        click.number(channel_id),
        click.number(message_id),
        click.table_id or None,
        fitted("\n".join(filter(None, map(visible, click.fields.get("words", "").splitlines()))), MAX_WORDS),
    )
    if not made.words:
        raise TableError(_("The report is empty; say in a few words what is wrong."))
    if not await click.services.store.reports.add(made):
        raise TableError(
            ngettext(
                "The host has received your {number} report of the last 24 hours. Report this later.",
                "The host has received your {number} reports of the last 24 hours. Report this later.",
                MAX_A_DAY,
            ).format(number=MAX_A_DAY)
        )
    await click.reply.sentence(_("Thank you; the host of this bot can read it now."))
    if click.services.settings.reports_by_dm == "yes":
        await _tell_host(interaction, made)


async def _tell_host(interaction: Interaction, made: Report) -> None:
    """Send the report to the application's owner, or the owner of its team."""
    application = interaction.client.application
    if application is None:
        return
    owner = application.owner if application.team is None else application.team.owner
    link = discord_link(made.guild_id, made.channel_id, made.message_id)
    words = "\n".join(plain(line, MAX_WORDS) for line in made.words.splitlines())
    said = f"{written(f'<@{made.person}>')}: {fitted(words, MAX_CONTENT - 200)}\n{link}"
    with log_failures(log, "Could not tell the host of a report, which doctor shows"):
        channel = await interaction.client.create_dm(discord.Object(owner.id if owner else 0))
        await channel.send(said, allowed_mentions=NOBODY, silent=Sent.REPORT.is_silent)
