"""What the buttons and lists of the rules do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _
from bot.rules.catalogue import GAMES
from bot.tables.errors import TableError
from bot.ui.controls import Click, on
from bot.ui.rules_page import NO_TABLE, NOW, rules_page

if TYPE_CHECKING:
    from bot.tables.position import Position


@on("rules")
async def open_rules(click: Click) -> None:
    """The rules of the table's game; first what can be done now."""
    position = (await click.table()).position
    view = rules_page(position.record.game, NOW, position, click.interaction.user.id)
    await click.reply.private(view)


@on("chapter")
async def open_chapter(click: Click) -> None:
    """Another chapter in place of the one that is open."""
    if click.argument not in GAMES:
        raise TableError(_("This game is no longer played here; /rules offers those that are."))
    view = rules_page(click.argument, click.values[0], await _position(click), click.interaction.user.id)
    await click.reply.show(view)


async def _position(click: Click) -> Position | None:
    if click.table_id == NO_TABLE:
        return None
    table = await click.house.tables.get(click.table_id)
    return table.position if table is not None else None
