"""What the lobby's controls do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _
from bot.render.names import quoted
from bot.tables.model.errors import TableError
from bot.tables.model.records import Phase
from bot.ui.board.show import board_in_place
from bot.ui.interaction.dispatch import Click, on
from bot.ui.interaction.services import person
from bot.ui.table import leaving

if TYPE_CHECKING:
    from bot.rules.game import Option


@on("join")
async def join(click: Click) -> None:
    table = await click.table()
    await board_in_place(click, await table.join(person(click.interaction), click.interaction.id))


@on("leave")
async def leave(click: Click) -> None:
    """Leave the lobby; where a game has begun under an old board, as everywhere."""
    table = await click.table()
    if table.record.phase is not Phase.LOBBY:
        await leaving.leave(click.reply, table)
        return
    await board_in_place(click, await table.leave(click.interaction.user.id, click.interaction.id))


@on("no-thanks")
async def decline_seat(click: Click) -> None:
    """Free the seat that is kept for whoever pressed."""
    table = await click.table()
    await board_in_place(click, await table.decline_seat(click.interaction.user.id, click.interaction.id))


@on("start")
async def start(click: Click) -> None:
    table = await click.table()
    await board_in_place(click, await table.start(click.interaction.user.id, click.interaction.id))


@on("bot-add", "bot-level")
async def add_computer(click: Click) -> None:
    table = await click.table()
    level = click.values[0] if click.values else None
    await board_in_place(
        click, await table.add_computer(click.interaction.user.id, level, click.interaction.id)
    )


@on("bot-remove")
async def remove_computer(click: Click) -> None:
    table = await click.table()
    await board_in_place(click, await table.remove_computer(click.interaction.user.id, click.interaction.id))


@on("places")
async def places(click: Click) -> None:
    table = await click.table()
    number = int(click.values[0])
    await board_in_place(
        click, await table.set_places(click.interaction.user.id, number, click.interaction.id)
    )


@on("clock")
async def clock(click: Click) -> None:
    table = await click.table()
    seconds = int(click.values[0]) or None
    await board_in_place(
        click, await table.set_clock(click.interaction.user.id, seconds, click.interaction.id)
    )


@on("option")
async def option(click: Click) -> None:
    table = await click.table()
    value = option_value(table.position.game.options, click.argument, click.values[0])
    await board_in_place(
        click, await table.set_option(click.interaction.user.id, click.argument, value, click.interaction.id)
    )


def option_value(options: tuple[Option, ...], name: str, text: str) -> object:
    """The option's value that reads like the text.

    Raises:
        TableError: the game has no such option or value.
    """
    for known in options:
        if known.name == name:
            for choice in known.choices:
                if str(choice).lower() == text.lower():
                    return choice
            values = ", ".join(str(choice) for choice in known.choices[:12])
            raise TableError(
                _("Option “{name}” cannot be “{text}”; choose one of: {values}.").format(
                    name=name, text=quoted(text), values=values
                )
            )
    names = ", ".join(known.name for known in options) or _("none")
    raise TableError(
        _("This game has no option “{name}”; its options are: {names}.").format(
            name=quoted(name), names=names
        )
    )
