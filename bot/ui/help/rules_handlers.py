"""Handlers of the rules' buttons and selects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _
from bot.rules.catalogue import GAMES
from bot.tables.model.errors import TableError
from bot.ui.help.rules_page import EXAMPLES, NO_TABLE, NOW, choose_game, rules_page
from bot.ui.interaction.dispatch import Click, on
from bot.ui.kit.pictured import Shown

if TYPE_CHECKING:
    from bot.tables.model.position import Position
    from bot.ui.interaction.reply import Reply
    from bot.ui.kit.layout import Part


async def show_rules(reply: Reply, game: str | None, position: Position | None) -> None:
    """Answer with a game's rules (at a table, also with what can be done now); ask for the game if none is named."""
    if position is not None:
        view = rules_page(position.record.game, NOW, position, reply.interaction.user.id)
    else:
        view = rules_page(game) if game else choose_game()
    await reply.private(view)


@on("rules")
async def open_rules(click: Click) -> None:
    """Show the rules of the table's game."""
    await show_rules(click.reply, None, (await click.table()).position)


@on("rules-of")
async def open_game(click: Click) -> None:
    """Show the rules of the chosen game."""
    await click.reply.show(rules_page(_known(click.values[0])))


@on("chapter")
async def open_chapter(click: Click) -> None:
    """Show another chapter in place of the open one."""
    game, chapter, person = _known(click.argument), click.values[0], click.interaction.user.id
    examples = await _examples(click, game) if chapter == EXAMPLES else ()
    await click.reply.show(rules_page(game, chapter, await _position(click), person, examples))


def _known(game: str) -> str:
    if game not in GAMES:
        raise TableError(_("This game is no longer played here; /rules offers those that are."))
    return game


async def _examples(click: Click, game: str) -> list[tuple[str, Part]]:
    """Sentences with pictures, or with words if the person prefers them."""
    chosen = await click.services.store.people.settings(click.interaction.user.id)
    drawn = await click.services.illustrator.of_examples(game)
    return [
        (sentence, f"-# {picture.alt}" if chosen.text_only else Shown(f"example{number}", picture))
        for number, (sentence, picture) in enumerate(drawn, 1)
    ]


async def _position(click: Click) -> Position | None:
    if click.table_id == NO_TABLE:
        return None
    table = await click.services.tables.get(click.table_id)
    return table.position if table is not None else None
