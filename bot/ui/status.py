"""All facts of a table that are not on its board: options, people, and the whole commitment to the shuffle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.tables.model import Phase
from bot.ui.ending import revealed, standings
from bot.ui.layout import GREY, Part, page
from bot.ui.seats import cast_of

if TYPE_CHECKING:
    from discord.ui import LayoutView

    from bot.tables.model import TableRecord
    from bot.tables.position import Position
    from bot.ui.place import Place

_PHASES = {
    Phase.LOBBY: "waiting for players",
    Phase.PLAYING: "playing",
    Phase.OVER: "over",
    Phase.CLOSED: "closed",
}


def status(position: Position, place: Place) -> LayoutView:
    """A table's facts for who asks."""
    table = position.record
    parts: list[Part] = [
        f"## {position.game.title} · table {table.id}\n-# [{place.words}]({place.link}) · {_PHASES[table.phase]}",
        _who(position),
        _options(table),
        standings(position) if table.phase is Phase.OVER else "",
        None,
        f"Shuffle committed before the deal (SHA-256 of a secret):\n`{table.commitment}`",
        revealed(position) or "The secret is shown when the game is over, so that anyone can check the deal.",
    ]
    return page(parts, GREY)


def _who(position: Position) -> str:
    table, cast = position.record, cast_of(position.record)
    lines = [f"Host: <@{table.host}>"]
    for seat in range(len(table.seats)):
        level = table.seats[seat].level
        turn = " — to play" if position.seat_to_act == seat else ""
        lines.append(f"{seat + 1}. {cast.name(seat)}{f' · {level}' if level else ''}{turn}")
    return "\n".join(lines)


def _options(table: TableRecord) -> str:
    chosen = [f"{name} = {value}" for name, value in table.options.items()]
    chosen.append("rated" if table.rated else "not rated")
    return "Options: " + " · ".join(chosen)
