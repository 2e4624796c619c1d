"""Handlers of the rules' buttons and selects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _
from bot.rules.catalogue import GAMES
from bot.tables.model.errors import NoTableError, TableError, UnknownRulesError
from bot.ui.art.hand_style import HandStyle
from bot.ui.help.rules_page import HERE, choose_game, examples_page, now_page, rules_page
from bot.ui.interaction.dispatch import Click, on
from bot.ui.interaction.guests import is_barred
from bot.ui.kit.controls import NO_TABLE
from bot.ui.kit.pictured import Shown

if TYPE_CHECKING:
    from discord.ui import LayoutView

    from bot.ui.interaction.reply import Reply
    from bot.ui.kit.layout import Part


async def show_rules(reply: Reply, game: str | None, table_id: int = NO_TABLE) -> None:
    """Answer with a game's rules, at a table also with “What can I do now?”; ask for the game if none is named."""
    await reply.private(choose_game() if game is None else await _rules(reply, game, table_id))


async def _rules(reply: Reply, named: str, table_id: int) -> LayoutView:
    game = _known(named)
    return rules_page(game, await _examples(reply, game), table_id)


@on("rules")
async def open_rules(click: Click) -> None:
    """Show the rules of the table's game."""
    table = await click.table()
    await show_rules(click.reply, table.record.game, table.id)


@on("rules-of")
async def open_game(click: Click) -> None:
    """Show the rules of the chosen game."""
    await click.reply.show(await _rules(click.reply, click.chosen, NO_TABLE))


@on("all-rules", "chapter")
async def open_all(click: Click) -> None:
    """Show the rules in place of the open page; selects of chapters are from an older version."""
    await click.reply.show(await _rules(click.reply, click.argument, await _table_of(click)))


@on("examples")
async def open_examples(click: Click) -> None:
    """Show the examples in place of the open page."""
    game = _known(click.argument)
    await click.reply.show(examples_page(game, await _examples(click.reply, game), await _table_of(click)))


async def _table_of(click: Click) -> int:
    """The table at which “What can I do now?” is offered; none if it is gone or cannot be read, or the person may not
    know about it.
    """
    try:
        return NO_TABLE if click.table_id == NO_TABLE else (await click.table()).id
    except (NoTableError, UnknownRulesError):
        return NO_TABLE


@on("now")
async def open_now(click: Click) -> None:
    """Show what the person can do now: in place of the rules, else in a new message."""
    position, person = (await click.table()).position, click.interaction.user.id
    barred = await is_barred(click.services, position.record.guild_id, person)
    view = now_page(position, person, barred=barred)
    await (click.reply.in_place(view) if click.argument == HERE else click.reply.private(view))


def _known(game: str) -> str:
    if game not in GAMES:
        raise TableError(_("This game is no longer played here; /rules offers those that are."))
    return game


async def _examples(reply: Reply, game: str) -> list[tuple[str, Part]]:
    """Sentences with pictures, or with words if the person prefers them."""
    chosen = await reply.services.store.people.settings(reply.interaction.user.id)
    drawn = await reply.services.illustrator.of_examples(game, HandStyle.of(chosen, game))
    return [
        (sentence, f"-# {picture.alt}" if chosen.text_only else Shown(f"example{number}", picture))
        for number, (sentence, picture) in enumerate(drawn, 1)
    ]
