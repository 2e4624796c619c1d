"""The button “Last round”: shows all hands of the last round to the person who asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _
from bot.tables.model.errors import TableError
from bot.ui.art.pictured_parts import round_end_parts
from bot.ui.interaction.dispatch import Click, on
from bot.ui.kit.layout import GOLD, page

if TYPE_CHECKING:
    from bot.tables.model.position import Position
    from bot.ui.kit.layout import Part


@on("round")
async def last_round(click: Click) -> None:
    """Who went out, what it cost, and all hands, as a picture or in words as the person prefers."""
    position = (await click.table()).position
    parts = await _parts(click, position) if position.state is not None else []
    if not parts:
        raise TableError(_("No round has ended at this table yet; play on."))
    await click.reply.private(page([f"## {position.game.title}", *parts], GOLD))


async def _parts(click: Click, position: Position) -> list[Part]:
    style = await click.reply.hand_style(position.record.game)
    return round_end_parts(position, await click.services.illustrator.of_round_end(position, style))
