"""Starting a new season of a server's ratings, after a confirmation."""

from __future__ import annotations

from bot.language import _
from bot.tables.model.moderation import SEASON
from bot.tables.model.saved import note_saved
from bot.ui.interaction.dispatch import Click, on
from bot.ui.interaction.moderated import note_act
from bot.ui.kit.controls import NO_TABLE, Style, button
from bot.ui.kit.layout import GREY, page
from bot.ui.settings.server_choices import RESULTS
from bot.ui.settings.server_settings import require_manager, settings_of


@on("season-ask")
async def ask(click: Click) -> None:
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
async def start(click: Click) -> None:
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
async def keep(click: Click) -> None:
    await click.reply.show(await settings_of(click.reply, require_manager(click.interaction), section=RESULTS))
