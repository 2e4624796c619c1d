"""What the controls of a running game do."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.render.catalogue import text_of
from bot.tables.errors import TableError
from bot.tables.model import Phase
from bot.ui.controls import Click, on
from bot.ui.layout import GOLD, page
from bot.ui.seats import cast_of
from bot.ui.show import hand_in_place, hand_privately

if TYPE_CHECKING:
    from bot.tables.position import Position


@on("hand")
async def my_hand(click: Click) -> None:
    """A fresh hand that only its owner sees."""
    table = await click.table()
    await hand_privately(click.reply, table.position)


@on("refresh")
async def refresh(click: Click) -> None:
    table = await click.table()
    await hand_in_place(click, table.position)


@on("leaf")
async def leaf(click: Click) -> None:
    """Turn a long list to another leaf."""
    table = await click.table()
    await hand_in_place(click, table.position, int(click.argument or 0))


@on("sort")
async def sort(click: Click) -> None:
    """Sort the hand otherwise, from now on."""
    store, person = click.house.store, click.interaction.user.id
    chosen = await store.person_settings(person)
    order = "rank" if click.argument == "rank" else "suit"
    await store.save_person_settings(person, replace(chosen, hand_order=order))
    await hand_in_place(click, (await click.table()).position)


@on("act")
async def act(click: Click) -> None:
    """Play the action that the control names, if it is still for this decision."""
    table = await click.table()
    action = click.values[0] if click.values else click.argument
    try:
        position = await table.act(click.interaction.user.id, action, click.interaction.id, click.decision)
    except TableError:
        with contextlib.suppress(TableError):
            await hand_in_place(click, table.position)
        raise
    await hand_in_place(click, position)


@on("round")
async def last_round(click: Click) -> None:
    """Everybody's hands of the round that ended last."""
    position = (await click.table()).position
    blocks = _round_end(position)
    if not blocks:
        raise TableError("No round has ended at this table yet; play on.")
    await click.reply.private(page([f"## {position.game.title}", *blocks], GOLD))


def _round_end(position: Position) -> list[str]:
    if position.record.phase is Phase.LOBBY or position.state is None:
        return []
    return list(text_of(position.record.game).round_end(position.view(None), cast_of(position.record)))
