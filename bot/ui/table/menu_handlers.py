"""Handlers of the menu and the final board."""

from __future__ import annotations

from bot.ui.board.status import show_status
from bot.ui.help.texts import show_help
from bot.ui.interaction.dispatch import Click, on
from bot.ui.settings.own_settings import show_settings
from bot.ui.table import hosting, leaving
from bot.ui.table.confirming import confirm_in_menu, menu_of
from bot.ui.table.rematch import rematch


@on("menu")
async def open_menu(click: Click) -> None:
    position = (await click.table()).position
    await click.reply.private(await menu_of(click.reply, position))


@on("quit")
async def ask_to_leave(click: Click) -> None:
    await leaving.leave(click.reply, await click.table())


@on("quit-yes")
async def leave(click: Click) -> None:
    await leaving.leave(click.reply, await click.table(), click.argument)


@on("menu-back")
async def stay(click: Click) -> None:
    """Show the menu in place of the question."""
    await confirm_in_menu(click.reply, (await click.table()).position, "")


@on("end")
async def ask_to_end(click: Click) -> None:
    await leaving.end_found(click.reply, click.table())


@on("end-yes")
async def end(click: Click) -> None:
    await leaving.end_found(click.reply, click.table(), click.argument)


@on("kick")
async def ask_to_kick(click: Click) -> None:
    await hosting.kick(click.reply, await click.table(), click.number(click.chosen))


@on("kick-yes")
async def kick(click: Click) -> None:
    await hosting.kick(click.reply, await click.table(), click.number(click.argument), confirmed=True)


@on("rematch")
async def ask_for_rematch(click: Click) -> None:
    await rematch(click.reply, await click.table())


@on("status")
async def status(click: Click) -> None:
    await show_status(click.reply, await click.table())


@on("help")
async def help_page(click: Click) -> None:
    await show_help(click.reply)


@on("settings")
async def own_settings(click: Click) -> None:
    await show_settings(click.reply)
