"""A table's facts that are not on its board: options, people, and the commitment to the shuffle or its secret."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import N_, _
from bot.render.options import level_name, option_choice
from bot.tables.model.records import Phase
from bot.tables.model.seed import seed_of
from bot.ui.board.ending import standings
from bot.ui.interaction.dispatch import Click, on
from bot.ui.kit.layout import GREY, Part, page
from bot.ui.wording.place import place_of
from bot.ui.wording.seats import awaited, cast_of, mention

if TYPE_CHECKING:
    from discord.ui import LayoutView

    from bot.tables.model.position import Position
    from bot.tables.model.records import TableRecord
    from bot.tables.table.table import Table
    from bot.ui.interaction.reply import Reply
    from bot.ui.wording.place import Place

_PHASES = {
    Phase.LOBBY: N_("waiting for players"),
    Phase.PLAYING: N_("playing"),
    Phase.OVER: N_("over"),
    Phase.CLOSED: N_("closed"),
}


@on("status")
async def open_status(click: Click) -> None:
    await show_status(click.reply, await click.table())


async def show_status(reply: Reply, table: Table) -> None:
    """Answer with a table's facts."""
    position = table.position
    await reply.private(build_status(position, place_of(reply.interaction.client, position.record)))


def build_status(position: Position, place: Place) -> LayoutView:
    """A table's facts."""
    table = position.record
    parts: list[Part] = [
        _("## {game} · table {number}").format(game=position.game.title, number=table.id)
        + f"\n-# [{place.words}]({place.link}) · {_(_PHASES[table.phase])}",
        _who(position),
        _options(table),
        standings(position) if table.phase is Phase.OVER else "",
        None,
        _("Shuffle committed before the deal (SHA-256 of a secret):") + f"\n`{table.commitment}`",
        _secret(position),
    ]
    return page(parts, GREY)


def _secret(position: Position) -> str:
    """The secret once the game is over; before, that it will be shown, unless no game can come any more."""
    table = position.record
    if table.phase.is_live:
        return _("The secret is shown when the game is over, so that anyone can check the deal.")
    if table.state is None:
        return _("The table was closed before the deal, so nothing was shuffled.")
    return _("-# Shuffle secret: `{secret}`\n-# Seed: `{seed}`").format(
        secret=table.secret.hex(), seed=seed_of(table, position.game.version).hex()
    )


def _who(position: Position) -> str:
    table, cast = position.record, cast_of(position.record)
    lines = [_("Host: {name}").format(name=mention(table.host))]
    for index, seat in enumerate(table.seats):
        if seat.kept:
            lines.append(f"{index + 1}. {awaited(seat)}")
            continue
        level = f" · {level_name(seat.level)}" if seat.level else ""
        turn = f" – {_('to play')}" if position.seat_to_act == index else ""
        lines.append(f"{index + 1}. {cast.name(index)}{level}{turn}")
    return "\n".join(lines)


def _options(table: TableRecord) -> str:
    chosen = [option_choice(name, value) for name, value in table.options.items()]
    chosen.append(_("rated") if table.counts else _("not rated"))
    return _("House rules: {list}").format(list=" · ".join(chosen))
